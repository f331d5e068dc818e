// What makes failed records one cause: the same handler, class and code at the same field for the same reason.

/** The reason of a message, with its numbers and quoted values folded: they differ from record to record. */
export const reasonOf = (message: string): string =>
  `regexp_replace(coalesce(${message}, ''), '"[^"]*"|\\d+', '?', 'g')`;

/** A field path with its positions folded. */
export const fieldOf = (path: string): string =>
  `regexp_replace(coalesce(${path}, ''), '\\[\\d+\\]', '[]', 'g')`;

/** One word for the cause of an error of table `e`, to filter by it. */
export const CAUSE = `md5((e.handler_id, e.class, e.code, ${fieldOf('e.field_path')}, ${reasonOf('e.message')})::text)`;
