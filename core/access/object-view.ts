/** `[name].(id:7)`: a database in permission pairs. */
export function printDatabaseView(database: { readonly id: number; readonly database_name: string }): string {
  return `[${database.database_name}].(id:${database.id})`
}

/** Returns the view of a schema in permission pairs: `[database].[schema]`. */
export function printSchemaView(database: string, schema: string): string {
  return `[${database}].[${schema}]`
}

/** The id at the end of a database's or dataset's view; undefined when there is none. */
export function parseViewId(view: string): number | undefined {
  const digits = /\(id:(\d+)\)$/.exec(view)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The names in a schema's view; undefined for another view. A name may hold brackets; the schema has no `].[`. */
export function parseSchemaView(view: string): { database: string; schema: string } | undefined {
  const names = /^\[(.*)\]\.\[(.*)\]$/s.exec(view)
  return names ? { database: names[1] as string, schema: names[2] as string } : undefined
}
