// What people are told about: runs that did not end well, connections that went out of order.

interface RunAlert {
  kind: 'run_failed' | 'run_partially_failed';
  run: {
    run_id: string;
    pipe_id: string;
    pipe_name: string;
    status: string;
    trigger: string;
    error: { code: string; message: string; handler_id: string | null } | null;
    counts: { read: number; delivered: number; skipped: number; failed: number } | null;
  };
}

interface CredentialAlert {
  kind: 'credential_reconnect_required' | 'credential_failed' | 'credential_offline';
  credential: { credential_id: string; credential_name: string; reason: string };
}

export type AlertSubject = RunAlert | CredentialAlert;

/** As posted to a webhook; a mail says the same in words. Holds no secret and no record. */
export type AlertContent = AlertSubject & {
  at: string;
  message: string;
  project: { project_id: string; project_name: string };
  /** page of the admin UI */
  url: string;
};

export type AlertChannel = 'mail' | 'webhook';
export type AlertState = 'waiting' | 'sent' | 'given_up';
