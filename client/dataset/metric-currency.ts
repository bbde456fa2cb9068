/** The currency of a metric as stored. */
export interface StoredCurrency {
  readonly symbol: string
  readonly symbolPosition: 'prefix' | 'suffix'
}

function parseStoredCurrency(stored: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored || '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Parses the currency of a metric from JSON text; without one, the symbol is empty. */
export function parseCurrency(stored: string | null | undefined): StoredCurrency {
  const { symbol, symbolPosition } = parseStoredCurrency(stored)
  return {
    symbol: typeof symbol === 'string' ? symbol : '',
    symbolPosition: symbolPosition === 'suffix' ? 'suffix' : 'prefix',
  }
}

/** Returns the changed currency as JSON text; unknown keys are retained. Null without a symbol and unknown keys. */
export function changeCurrency(stored: string | null | undefined, change: Partial<StoredCurrency>): string | null {
  const before = parseStoredCurrency(stored)
  const next = { ...parseCurrency(stored), ...change }
  const isEmpty = next.symbol.trim() === '' && Object.keys(before).every((key) => key in next)
  return isEmpty ? null : JSON.stringify({ ...before, ...next })
}
