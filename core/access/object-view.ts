/** Returns the view of a database in permission pairs: `[name].(id:7)`. */
export function printDatabaseView(database: { readonly id: number; readonly database_name: string }): string {
  return `[${database.database_name}].(id:${database.id})`
}

/** Returns the view of a schema in permission pairs: `[database].[schema]`. */
export function printSchemaView(database: string, schema: string): string {
  return `[${database}].[${schema}]`
}

/** Returns the id at the end of a database's or dataset's view, or undefined if there is none. */
export function parseViewId(view: string): number | undefined {
  const digits = /\(id:(\d+)\)$/.exec(view)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Returns the names in a schema's view, or undefined for another view. A database name may contain brackets; the schema
 * name does not contain `].[`.
 */
export function parseSchemaView(view: string): { database: string; schema: string } | undefined {
  const names = /^\[(.*)\]\.\[(.*)\]$/s.exec(view)
  return names ? { database: names[1] as string, schema: names[2] as string } : undefined
}
