import { type HorizonProps, type HorizonRow, MAX_ROWS } from './props.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** Formats the timestamp of a point. */
export const pointTimeText = ({ grain }: HorizonProps, at: number): string => instantName(at, 'smart_date', grain)

/**
 * Formats the value of a row at an index, with its change from the first if changes are drawn; undefined if there is
 * none.
 */
export function valueText({ isChange }: HorizonProps, { values, drawn, format }: HorizonRow, at: number) {
  const value = values[at] ?? null
  if (value === null) return undefined
  const write = numberFormatter(format)
  const change = drawn[at] ?? 0
  return isChange ? `${write(value)} (${change > 0 ? '+' : ''}${write(change)})` : write(value)
}

/** Describes one row. */
export function rowText(props: HorizonProps, row: HorizonRow): string {
  const known = row.values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return t('%s: no values', row.name)
  const highest = known.reduce((most, each) => (each.value > most.value ? each : most))
  const lowest = known.reduce((least, each) => (each.value < least.value ? each : least))
  const write = numberFormatter(row.format)
  const say = ({ value, index }: typeof first) =>
    t('%s at %s', write(value), pointTimeText(props, props.at[index] ?? 0))
  const reported = [write(first.value), write(last.value), say(highest), say(lowest)] as const
  return `${truncateLabel(row.name, 40)}: ${t('first %s, last %s, highest %s, lowest %s', ...reported)}`
}

/** The number of rows in the summary; keyboard navigation reads all of them. */
const MAX_LISTED = 3

/** Returns a one-line summary of the chart. */
export function horizonSummary(props: HorizonProps): string {
  const { rows, at } = props
  const [first] = at
  const last = at.at(-1)
  if (rows.length === 0 || first === undefined || last === undefined) return t('Chart without values')
  const count = tn('%s series', '%s series', rows.length, rows.length)
  const span = t('%s from %s to %s', count, pointTimeText(props, first), pointTimeText(props, last))
  return [span, ...rows.slice(0, MAX_LISTED).map((row) => rowText(props, row))].join('. ')
}

/** Returns the note about series that are not drawn and why; empty if all are. */
export function hiddenSeriesText({ left }: HorizonProps): string {
  return left === 0 ? '' : t('Showing the first %s of %s series', String(MAX_ROWS), String(MAX_ROWS + left))
}
