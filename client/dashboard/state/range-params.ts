import type { AxisRange } from '#charts/chart.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { parseList, printItem } from './named-filters.ts'

/** URL parameters of ranges that were selected in charts: `range.12=date,P1M,2001-01-01..2001-03-01`. */
const PARAM = /^range\.(\d+)$/
const DAY_MS = 24 * 3_600_000
const ISO_LENGTH = { day: 10, second: 19, millisecond: 23 }
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?)?$/
/** Instants in epoch milliseconds of the years 0 and 10000, which have another notation. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')

interface ColumnRange extends AxisRange {
  readonly col: string
  readonly grain: string | undefined
}

/** True if a URL parameter has the range of a chart. */
export const isRangeParam = (param: string): boolean => PARAM.test(param)

/** Returns an end of a range as text; undefined if it has none that is read as the same value. */
function printEnd(kind: AxisRange['kind'], value: number): string | undefined {
  if (kind === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (!Number.isInteger(value) || value < FIRST_MS || value >= END_MS) return undefined
  const precision = value % DAY_MS === 0 ? 'day' : value % 1000 === 0 ? 'second' : 'millisecond'
  return new Date(value).toISOString().slice(0, ISO_LENGTH[precision])
}

function parseEnd(text: string): { readonly kind: AxisRange['kind']; readonly value: number } | undefined {
  if (INSTANT.test(text)) {
    const value = Date.parse(text.includes('T') ? `${text}Z` : text)
    return Number.isNaN(value) ? undefined : { kind: 'time', value }
  }
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? { kind: 'number', value } : undefined
}

const conditionsOf = ({ col, grain, first, last }: ColumnRange) => {
  const bucket = grain === undefined ? {} : { grain }
  return [
    { col, op: '>=', val: first, ...bucket },
    { col, op: '<=', val: last, ...bucket },
  ]
}

/** Returns the range of a mask that filters by one column and nothing else. */
function rangeOf({ extraFormData, filterState, ownState }: Partial<DataMask>): ColumnRange | undefined {
  const { kind, first, last } = (filterState?.['stretch'] ?? {}) as Partial<AxisRange>
  const [filter] = extraFormData?.filters ?? []
  if ((kind !== 'time' && kind !== 'number') || typeof first !== 'number' || typeof last !== 'number') return undefined
  if (typeof filter?.col !== 'string' || Object.keys(ownState ?? {}).length > 0) return undefined
  const grain = (filter as { readonly grain?: string }).grain
  const range = { kind, first, last, col: filter.col, grain }
  return JSON.stringify(extraFormData) === JSON.stringify({ filters: conditionsOf(range) }) ? range : undefined
}

/** Returns the mask of a chart as a URL parameter; undefined if it is not a range in a readable form. */
export function printRangeParam(chartId: string, mask: Partial<DataMask>): readonly [string, string] | undefined {
  const range = rangeOf(mask)
  if (!range) return undefined
  const ends = [range.first, range.last].map((end) => printEnd(range.kind, end))
  const parts = [range.col, ...(range.grain === undefined ? [] : [range.grain])].map(printItem)
  return [...ends, ...parts].includes(undefined)
    ? undefined
    : [`range.${chartId}`, [...parts, ends.join('..')].join(',')]
}

/** Returns the masks of the ranges in URL parameters, by chart. Malformed ones are left out. */
export function masksOfRanges(params: Iterable<readonly [string, string]>): Readonly<Record<string, DataMask>> {
  const masks: Record<string, DataMask> = {}
  for (const [param, text] of params) {
    const id = PARAM.exec(param)?.[1]
    const [col, ...rest] = id === undefined ? [] : parseList(text)
    const ends = rest.pop()
    const [first, last, ...more] = typeof ends === 'string' ? ends.split('..').map(parseEnd) : []
    const grain = rest.length === 1 ? String(rest[0]) : undefined
    if (id === undefined || typeof col !== 'string' || rest.length > 1 || more.length > 0) continue
    if (!first || !last || first.kind !== last.kind) continue
    const stretch = { kind: first.kind, first: first.value, last: last.value }
    masks[id] = { id, extraFormData: { filters: conditionsOf({ ...stretch, col, grain }) }, filterState: { stretch } }
  }
  return masks
}
