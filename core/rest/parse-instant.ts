const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/

/** Returns the epoch milliseconds of an ISO 8601 text, in UTC if it names no zone; undefined if it is invalid. */
export function parseInstant(text: string): number | undefined {
  const match = ISO.exec(text.trim())
  if (!match) return undefined
  const plain = text
    .trim()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')
  const at = Date.parse(match[1] === undefined ? `${plain.length === 10 ? `${plain}T00:00` : plain}Z` : plain)
  return Number.isNaN(at) ? undefined : at
}
