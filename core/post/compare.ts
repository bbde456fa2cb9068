import { columnsNamed, type Frame, type FrameColumn, numbersOf, numeric } from './frame.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

/** Rounds to `digits` decimals, half to even. Non-finite numbers are unchanged. */
function roundedTo(value: number, digits: number): number {
  const scale = 10 ** digits
  const scaled = value * scale
  if (!Number.isFinite(scaled)) return value
  const floor = Math.floor(scaled)
  const part = scaled - floor
  const up = part > 0.5 || (part === 0.5 && floor % 2 !== 0)
  return (up ? floor + 1 : floor) / scale
}

/** Older payloads use `absolute` for the difference. */
const KINDS = ['difference', 'absolute', 'percentage', 'ratio']

interface CompareOptions {
  readonly source: readonly string[]
  readonly compare: readonly string[]
  readonly type: string
  readonly drop: boolean
  readonly precision: number
}

/**
 * Compares pairs of columns by difference, percentage of the second, or ratio; the last two are rounded to `precision`
 * digits. Results are appended as `type__source__compare`; after a pivot, for each combination of pivot values, missing
 * if one side has none.
 */
export const compare: Operation<CompareOptions> = {
  name: 'compare',
  parse: (options) =>
    readOptions(options, (reader) => {
      const source = reader.texts('source_columns') ?? []
      const against = reader.texts('compare_columns') ?? []
      const type = reader.text('compare_type') ?? 'difference'
      if (source.length !== against.length) {
        reader.fail('`compare_columns` must have the same length as `source_columns`.')
      }
      if (!KINDS.includes(type)) reader.fail('`compare_type` must be `difference`, `percentage` or `ratio`')
      return {
        source,
        compare: against,
        type,
        drop: reader.flag('drop_original_columns', false),
        precision: reader.number('precision', 4),
      }
    }),
  run(frame, options, budget) {
    if (options.source.length === 0) return frame
    const added: FrameColumn[] = []
    for (const [index, name] of options.source.entries()) {
      added.push(...pair(frame, name, options.compare[index] ?? '', options))
      budget.frame(frame.rowCount, frame.columns.length + added.length)
    }
    const used = [...options.source, ...options.compare]
    const remaining = options.drop
      ? frame.columns.filter(({ header }) => !used.includes(header[0] ?? ''))
      : frame.columns
    return { ...frame, columns: [...remaining, ...added] }
  },
}

function pair(frame: Frame, source: string, against: string, options: CompareOptions): FrameColumn[] {
  const bySuffix = (name: string) => {
    const columns = columnsNamed(frame, name)
    return new Map(columns.map((column) => [JSON.stringify(column.header.slice(1)), column]))
  }
  const [own, other] = [bySuffix(source), bySuffix(against)]
  const label = `${options.type}__${source}__${against}`
  const missing = numeric([], new Float64Array(frame.rowCount).fill(Number.NaN))
  const suffixes = [...new Set([...own.keys(), ...other.keys()])]
  const ordered = suffixes.length === own.size ? suffixes : suffixes.toSorted()
  return ordered.map((suffix) => {
    const s = numbersOf(own.get(suffix) ?? missing)
    const c = numbersOf(other.get(suffix) ?? missing)
    const values = new Float64Array(frame.rowCount)
    for (let row = 0; row < values.length; row++) values[row] = comparePair(s[row] as number, c[row] as number, options)
    return numeric([label, ...JSON.parse(suffix)], values)
  })
}

function comparePair(s: number, c: number, { type, precision }: CompareOptions): number {
  if (type === 'percentage') return roundedTo((s - c) / c, precision)
  return type === 'ratio' ? roundedTo(s / c, precision) : s - c
}
