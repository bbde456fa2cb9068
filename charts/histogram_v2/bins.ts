import type { HistogramForm } from './controls.ts'
import { barDimensions } from './query.ts'
import type { SelectedMark, AxisRange } from '#charts/chart.ts'
import { selectionFilters } from '#charts/shared/selection/selection-mask.ts'
import { numberFormatter } from '#core/format/number.ts'
import { asColumn } from '#core/form/query-fields.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'

/** A bin between two edges. Only the last bin includes its right edge. */
export interface HistogramBin {
  readonly left: number
  readonly right: number
  readonly isLast: boolean
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`
const BIN_LABEL = new RegExp(`^(${NUMBER}) - (${NUMBER})$`, 'i')
const INTERVAL_LABEL = new RegExp(String.raw`^\[(${NUMBER}), (${NUMBER})([)\]])$`, 'i')

/** Parses the edges from the name of a result column; undefined if it is not a bin. */
export function parseBinEdges(name: string): readonly [number, number] | undefined {
  const [, left, right] = BIN_LABEL.exec(name) ?? []
  return left === undefined ? undefined : [Number(left), Number(right)]
}

/** Formats a bin in interval notation. */
export const binText = ({ left, right, isLast }: HistogramBin): string => `[${left}, ${right}${isLast ? ']' : ')'}`

/** Returns the largest double less than a value. */
function nextSmallerNumber(value: number): number {
  if (value === 0) return -Number.MIN_VALUE
  const bits = new BigInt64Array(new Float64Array([value]).buffer)
  const next = new BigInt64Array([(bits[0] as bigint) + (value > 0 ? -1n : 1n)])
  return new Float64Array(next.buffer)[0] as number
}

/** Returns the largest value that a bin can contain. */
export const maxBinValue = ({ right, isLast }: HistogramBin): number => (isLast ? right : nextSmallerNumber(right))

/**
 * Returns the data mask of the rows from the first to the last bin, both inclusive; undefined if the column is an
 * expression.
 */
export function histogramRangeMask({ kind, first, last }: AxisRange, form: HistogramForm): DataMask | undefined {
  const col = form.column
  if (kind !== 'number' || typeof col !== 'string' || col === '') return undefined
  const write = numberFormatter(form.x_axis_format)
  return {
    extraFormData: {
      filters: [
        { col, op: '>=', val: first },
        { col, op: '<=', val: last },
      ],
    },
    filterState: {
      label: `${write(first)} – ${write(last)}`,
      value: [first, last],
      stretch: { kind, first, last },
    },
  }
}

/** Returns the filters of the rows behind bars: their groups, and their bin if all are in the same one. */
export function histogramDrill(selectedMarks: readonly SelectedMark[], form: HistogramForm): readonly QueryFilter[] {
  const col = asColumn(form.column)
  const own = selectionFilters(selectedMarks, barDimensions(form))
  if (col === undefined) return own
  const bins = new Set(selectedMarks.map((selection) => selection[columnLabel(col)]))
  const [, left, right, end] = INTERVAL_LABEL.exec(String([...bins][0])) ?? []
  if (bins.size !== 1 || left === undefined) return own
  return [...own, { col, op: '>=', val: Number(left) }, { col, op: end === ']' ? '<=' : '<', val: Number(right) }]
}
