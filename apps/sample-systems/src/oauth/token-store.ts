/** Tokens and codes of one sample system, in memory. A refresh token is good once; its re-use ends the whole grant. */
import { randomBytes } from 'node:crypto';

const CODE_LIFETIME_MS = 60_000;

export interface Grant {
  clientId: string;
  username: string | null;
  scope: string;
}

export interface AuthorizationCode extends Grant {
  redirectUri: string;
  challenge: string | null;
  challengeMethod: 'S256' | 'plain';
}

interface Issued {
  grant: Grant;
  expiresAt: number;
}

export class TokenStore {
  private readonly accessTokens = new Map<string, Issued>();
  private readonly refreshTokens = new Map<string, Grant>();
  private readonly usedRefreshTokens = new Map<string, Grant>();
  private readonly codes = new Map<string, { code: AuthorizationCode; expiresAt: number }>();
  private readonly usedCodes = new Map<string, Grant>();

  constructor(private readonly lifetimeSeconds: number) {}

  issueAccess(grant: Grant): {
    access_token: string;
    token_type: 'Bearer';
    expires_in: number;
    scope: string;
  } {
    const token = randomToken();
    this.accessTokens.set(token, { grant, expiresAt: Date.now() + this.lifetimeSeconds * 1000 });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: this.lifetimeSeconds,
      scope: grant.scope,
    };
  }

  issueRefresh(grant: Grant): string {
    const token = randomToken();
    this.refreshTokens.set(token, grant);
    return token;
  }

  isValid(accessToken: string): boolean {
    const found = this.accessTokens.get(accessToken);
    return found !== undefined && found.expiresAt > Date.now();
  }

  /** The grant of a refresh token that was never used; null otherwise. */
  takeRefresh(token: string, clientId: string): Grant | null {
    const reused = this.usedRefreshTokens.get(token);
    if (reused) this.revokeGrant(reused);
    const grant = this.refreshTokens.get(token);
    if (!grant || grant.clientId !== clientId) return null;
    this.refreshTokens.delete(token);
    this.usedRefreshTokens.set(token, grant);
    return grant;
  }

  issueCode(code: AuthorizationCode): string {
    const text = randomToken();
    this.codes.set(text, { code, expiresAt: Date.now() + CODE_LIFETIME_MS });
    return text;
  }

  /** A code is good once, within its minute; its re-use ends what was issued for it (RFC 6749, 4.1.2). */
  takeCode(text: string): AuthorizationCode | null {
    const reused = this.usedCodes.get(text);
    if (reused) this.revokeGrant(reused);
    const found = this.codes.get(text);
    if (!found || found.expiresAt < Date.now()) return null;
    this.codes.delete(text);
    this.usedCodes.set(text, found.code);
    return found.code;
  }

  revoke(token: string): void {
    this.accessTokens.delete(token);
    const grant = this.refreshTokens.get(token);
    if (grant) this.revokeGrant(grant);
  }

  /** Ends all access tokens, as when a signing key is changed; refresh tokens stay good. */
  expireAll(): void {
    this.accessTokens.clear();
  }

  private revokeGrant(grant: Grant): void {
    for (const [token, issued] of this.accessTokens)
      if (issued.grant === grant) this.accessTokens.delete(token);
    for (const [token, owner] of this.refreshTokens) if (owner === grant) this.refreshTokens.delete(token);
  }
}

function randomToken(): string {
  return randomBytes(24).toString('base64url');
}
