/** The known keys in `extra` of a column or metric. */
export interface FieldExtra {
  readonly certified_by: string
  readonly details: string
  readonly warning_markdown: string
}

function parseExtraObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses `extra` of a column or metric from JSON text. */
export function parseExtra(text: string | null | undefined): FieldExtra {
  const { certification, warning_markdown } = parseExtraObject(text)
  const { certified_by, details } = (certification ?? {}) as Record<string, unknown>
  return {
    certified_by: asText(certified_by),
    details: asText(details),
    warning_markdown: asText(warning_markdown),
  }
}

/** Returns `extra` with one text changed; unknown keys are retained. */
export function withExtra(text: string | null | undefined, change: Partial<FieldExtra>): string {
  const { certified_by, details, warning_markdown } = { ...parseExtra(text), ...change }
  const { certification: _c, warning_markdown: _w, ...rest } = parseExtraObject(text)
  return JSON.stringify({
    ...rest,
    ...(certified_by || details ? { certification: { certified_by, details } } : {}),
    ...(warning_markdown ? { warning_markdown } : {}),
  })
}
