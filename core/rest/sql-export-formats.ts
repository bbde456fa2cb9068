/** Formats for exporting all rows of a statement. Browsers load this module, so it imports no schema library. */
export const sqlExportFormats = ['csv', 'xlsx', 'parquet', 'json', 'ndjson'] as const
export type SqlExportFormat = (typeof sqlExportFormats)[number]
