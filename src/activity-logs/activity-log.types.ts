export interface ActivityLogFilter {
  /** A user id or a name. */
  actor?: string;
  action?: string;
  resourceType?: string;
  resourceId?: string;
  from?: Date;
  /** Not included. */
  to?: Date;
}
