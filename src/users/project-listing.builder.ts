// Who a project names, as SQL: written once, for the check on each request and for the list of projects.

/**
 * True where the person with the id `userId` and the address `email` made the project or is named by it, in person or
 * by a group. All three are SQL: the alias of the project's row, and parameters or columns.
 */
export const isListedSql = (project: string, userId: string, email: string): string =>
  `(${project}.created_by = ${userId}
    or exists (select 1 from project_users pu where pu.project_id = ${project}.id and pu.email = ${email})
    or exists (select 1 from project_groups pg join group_members gm on gm.group_id = pg.group_id
               where pg.project_id = ${project}.id and gm.email = ${email}))`;
