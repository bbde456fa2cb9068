type Option = Readonly<Record<string, unknown>>

/** The symbols in the order of assignment to series, node categories and shapes. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow', 'roundRect'] as const
/** The minimum size in pixels at which symbols are distinguishable. */
const MIN_SIZE = 8
/** An empty pattern, for marks that symbols distinguish. */
const PLAIN = { symbol: 'none' }

const symbolAt = (at: number): string => SYMBOLS[at % SYMBOLS.length] as string
const optionsIn = (value: unknown): readonly Option[] => (Array.isArray(value) ? (value as readonly Option[]) : [])

/** The symbol of each legend name. */
type SymbolsByName = Map<unknown, string>

const withoutPattern = ({ itemStyle }: Option): Option => ({ itemStyle: { ...(itemStyle as Option), decal: PLAIN } })

/** Assigns one symbol per scatter series. */
function scatterOption(series: Option, at: number, named: SymbolsByName): Option {
  const symbol = symbolAt(at)
  named.set(series['name'], symbol)
  const { symbolSize } = series
  const size = typeof symbolSize === 'number' ? { symbolSize: Math.max(MIN_SIZE, symbolSize) } : {}
  return { ...series, symbol, ...size, ...withoutPattern(series) }
}

/** Assigns symbols to nodes by category. */
function graphOption(series: Option, named: SymbolsByName): Option {
  const kinds = optionsIn(series['categories'])
  const nodes = optionsIn(series['data']).map((node, at) => ({
    ...node,
    symbol: symbolAt(kinds.length > 0 ? Number(node['category'] ?? 0) : at),
  }))
  for (const [at, { name }] of kinds.entries()) named.set(name, symbolAt(at))
  return { ...series, data: nodes, ...withoutPattern(series) }
}

/** Assigns symbols to radar shapes, drawn at their corners. */
function radarOption(series: Option, named: SymbolsByName): Option {
  const data = optionsIn(series['data']).map((shape, at) => {
    named.set(shape['name'], symbolAt(at))
    return { ...shape, symbol: symbolAt(at), symbolSize: MIN_SIZE }
  })
  return { ...series, data, ...withoutPattern(series) }
}

/**
 * Distinguishes points, nodes and radar shapes by symbols, as patterns distinguish filled marks. The legend has the
 * same symbols.
 */
export function withSymbols(option: Option): Option {
  if (!Array.isArray(option['series'])) return option
  const named: SymbolsByName = new Map()
  let points = 0
  const series = optionsIn(option['series']).map((each) => {
    if (each['type'] === 'scatter') return scatterOption(each, points++, named)
    if (each['type'] === 'graph') return graphOption(each, named)
    return each['type'] === 'radar' ? radarOption(each, named) : each
  })
  const legend = option['legend'] as Option | undefined
  if (named.size === 0 || !Array.isArray(legend?.['data'])) return { ...option, series }
  const data = (legend['data'] as readonly unknown[]).map((name) =>
    named.has(name) ? { name, icon: named.get(name) } : name,
  )
  return { ...option, series, legend: { ...legend, data } }
}
