// What a caller of external systems gets for one credential.

/** Why no authorization can be put on a call now. */
export class CredentialUnusableError extends Error {
  constructor(
    /**
     * `reconnect`: its owner must act; `configuration`: a setting is wrong; `moved`: the system is at another host than
     * the caller knows, so it has to look anew; `transient`: later it may work.
     */
    readonly kind: 'configuration' | 'moved' | 'reconnect' | 'transient',
    message: string,
  ) {
    super(message);
    this.name = 'CredentialUnusableError';
  }
}

/** Calls may share it: never changed. */
export interface AuthorizedRequest {
  url: string;
  headers: Record<string, string>;
  /** Which token was used: handed back to `renew` when the system refused it. 0: none. */
  tokenVersion: number;
}

/** Puts the authorization of one credential on calls. Cheap: a cached token costs neither network nor query. */
export interface CredentialAuthorizer {
  /** A promise only where a token must be fetched first. Throws CredentialUnusableError, or rejects with it. */
  apply(url: string, headers: Record<string, string>): AuthorizedRequest | Promise<AuthorizedRequest>;
  /**
   * After the system refused that token: true when there is another one to try, once; false when nothing can be
   * renewed. Throws CredentialUnusableError when the renewal failed.
   */
  renew(tokenVersion: number): Promise<boolean>;
  /** Values that may appear nowhere, as far as they are known now. */
  secrets(): string[];
}
