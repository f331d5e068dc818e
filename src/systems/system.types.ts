// Shapes inside a system, as on the wire.
export interface CredentialInput {
  name: string;
  label: string;
  secret: boolean;
}

export interface TestRequest {
  method: string;
  path: string;
  expected_statuses: number[];
}

export interface RateLimit {
  requests: number;
  per_seconds: number;
  burst: number | null;
}
