import { localNumber } from '#core/format/locale.ts'
import type { MapBin, BinProps } from './bin-props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** Returns the tooltip lines of a cell. */
export function binTooltipLines(
  { name, format }: BinProps,
  { value, count }: MapBin,
): { name: string; text: string }[] {
  const points = localNumber.format(count)
  return [
    { name, text: numberFormatter(format)(value) },
    { name: t('Points'), text: points },
  ]
}

/** Returns a one-line summary of the map. */
export function binSummary({ bins, points, name, format }: BinProps): string {
  const [most] = bins
  const least = bins.at(-1)
  if (!most || !least) return t('Map without points')
  const write = numberFormatter(format)
  const cells = tn('%s cell', '%s cells', bins.length, localNumber.format(bins.length))
  const gathered = tn('%s point', '%s points', points, localNumber.format(points))
  return t('%s in %s, %s from %s to %s', gathered, cells, name, write(least.value), write(most.value))
}

/** Returns the note about rows that are not drawn and why; empty if all are. */
export function unmappedRowsText({ unplaced }: BinProps): string {
  return unplaced === 0
    ? ''
    : tn('%s row without a position', '%s rows without a position', unplaced, localNumber.format(unplaced))
}
