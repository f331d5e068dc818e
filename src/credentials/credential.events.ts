export const CREDENTIAL_CREATED = 'credential.created';
export const CREDENTIAL_UPDATED = 'credential.updated';
export const CREDENTIAL_DELETED = 'credential.deleted';
/** A person must sign in again: pipes of this credential wait. */
export const CREDENTIAL_RECONNECT_REQUIRED = 'credential.reconnect_required';
/** It works (again): waiting pipes go on. */
export const CREDENTIAL_CONNECTED = 'credential.connected';
/** A test request went well: the system answers, whatever was known of it. */
export const CREDENTIAL_ANSWERED = 'credential.answered';
