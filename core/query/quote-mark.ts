/** The character around names that need quotes. */
export type QuoteMark = '"' | '`'

/** Returns the quote mark of a database backend: double quotes are around texts in the dialect of MySQL and others. */
export const quoteMarkOf = (backend: string | undefined): QuoteMark =>
  /^(?:mysql|mariadb|starrocks|doris|bigquery|databricks)$/.test(backend ?? '') ? '`' : '"'

/** Quotes a name for SQL. */
export const quotedName = (name: string, mark: QuoteMark): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
