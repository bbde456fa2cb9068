/** What a form asks the SQL editor to open. */
export interface SqlRequest {
  readonly datasetId: number
  readonly sql: string
}

/** Reads the form field `form_data`: JSON of `datasourceKey` and `sql`. What cannot be read is no request. */
export function parseSqlRequest(text: unknown): SqlRequest | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const { datasourceKey, sql } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    const key = /^(\d{1,15})__table$/.exec(String(datasourceKey))
    return key && typeof sql === 'string' ? { datasetId: Number(key[1]), sql } : undefined
  } catch {
    return undefined
  }
}
