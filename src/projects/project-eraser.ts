// Deletes what belongs to a project before the project itself. Foreign keys between resources are RESTRICT (a second
// lock against deleting what is used), so the order matters; it comes from the catalogue, not from a list kept here.
import type { EntityManager } from 'typeorm';

interface Reference {
  child: string;
  parent: string;
}

export async function eraseProjectRows(manager: EntityManager, projectId: string): Promise<void> {
  const tables: { name: string }[] = await manager.query(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and c.column_name = 'project_id' and t.table_type = 'BASE TABLE'`,
  );
  const references: Reference[] = await manager.query(
    `select child.relname as child, parent.relname as parent from pg_constraint c
     join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
     where c.contype = 'f' and c.confdeltype in ('a', 'r') and c.connamespace = current_schema()::regnamespace`,
  );
  for (const table of childrenFirst(
    tables.map((row) => row.name),
    references,
  ))
    await manager.query(`delete from "${table}" where project_id = $1`, [projectId]);
}

/** Who refers to another table comes before it. */
export function childrenFirst(tables: string[], references: Reference[]): string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { child, parent } of references) if (parent === table && child !== table) visit(child);
    if (tables.includes(table)) ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
