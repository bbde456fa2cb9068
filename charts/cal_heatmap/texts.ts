import { localNumber } from '#core/format/locale.ts'
import type { CalendarCell } from './layout.ts'
import { MAX_CELLS, type CalendarProps } from './props.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** Returns the name of the period that starts at this instant. */
export function periodName({ timeFormat, grain, subdomain }: CalendarProps, at: number): string {
  const name = instantName(at, timeFormat, grain)
  return subdomain === 'week' && timeFormat === 'smart_date' ? t('week of %s', name) : name
}

/** Formats the value of a cell. */
export function cellText({ metrics }: CalendarProps, { metric, value }: CalendarCell): string {
  return value === null ? t('No data') : numberFormatter(metrics[metric]?.format)(value)
}

/** Returns a one-line summary: per metric the number of cells, the time range, the highest and the lowest value. */
export function calendarSummary(props: CalendarProps): string {
  const { at, metrics } = props
  const [first] = at
  const last = at.at(-1)
  if (first === undefined || last === undefined || metrics.length === 0) return t('Chart without values')
  const messages = metrics.flatMap(({ name, values, format }) => {
    const known = values.flatMap((value, index) => (value === null ? [] : [{ value, at: at[index] ?? first }]))
    const [some] = known
    if (!some) return []
    const highest = known.reduce((most, each) => (each.value > most.value ? each : most), some)
    const lowest = known.reduce((least, each) => (each.value < least.value ? each : least), some)
    const write = numberFormatter(format)
    const say = (each: typeof some) => t('%s at %s', write(each.value), periodName(props, each.at))
    const count = tn('%s cell', '%s cells', known.length, known.length)
    return [t('%s: %s, highest %s, lowest %s', name, count, say(highest), say(lowest))]
  })
  return [t('From %s to %s', periodName(props, first), periodName(props, last)), ...messages].join('. ')
}

/** Returns the note about cells that are not shown and why; empty if all are. */
export function hiddenCellsText({ left }: CalendarProps): string {
  return left === 0
    ? ''
    : t('Showing the last %s of %s cells', localNumber.format(MAX_CELLS), localNumber.format(MAX_CELLS + left))
}
