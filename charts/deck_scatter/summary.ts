import { localNumber } from '#core/format/locale.ts'
import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'
import type { PointMapProps } from './props.ts'

/** Formats degrees with a reasonable number of digits. */
function degreesText(longitude: number, latitude: number): string {
  const text = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5)
  return `${text(longitude)}, ${text(latitude)}`
}

function largest({ categories }: PointMapProps): string {
  if (!categories) return ''
  const counts = categories.texts.map((text) => ({ text, count: 0 }))
  for (const at of categories.of) (counts[at] as { count: number }).count += 1
  const first = counts.toSorted((a, b) => b.count - a.count).slice(0, 5)
  return `${categories.title}: ${first.map(({ text, count }) => `${text} ${localNumber.format(count)}`).join(', ')}`
}

function metricText({ metric, columns: points }: PointMapProps): string {
  const fact = points.find(({ name }) => name === metric?.name)
  const numbers = (fact?.values ?? []).map(toNumber).filter((value) => value !== null)
  if (!fact || !metric || numbers.length === 0) return ''
  const write = numberFormatter(metric.format)
  const [low, high] = numbers.reduce(([a, b], each) => [Math.min(a, each), Math.max(b, each)], [
    numbers[0],
    numbers[0],
  ] as [number, number])
  return t('%s from %s to %s', fact.title, write(low), write(high))
}

/** Returns a one-line summary of the map. */
export function summaryOf(props: PointMapProps): string {
  const { bounds, longitudes } = props
  if (!bounds) return t('Map without points')
  const east = bounds.east > 180 ? bounds.east - 360 : bounds.east
  const count = tn('Map of %s point', 'Map of %s points', longitudes.length, localNumber.format(longitudes.length))
  const span = t('between %s and %s', degreesText(bounds.west, bounds.south), degreesText(east, bounds.north))
  return [`${count} ${span}`, metricText(props), largest(props)].filter((part) => part !== '').join('. ')
}

/** Returns the note about rows that are not drawn and why; empty if all are. */
export function unmappedRowsText({ unplaced, wrongExample }: PointMapProps): string {
  const { empty, wrong, polar } = unplaced
  const parts = [
    wrong > 0 ? t('%s with an invalid position, such as “%s”', localNumber.format(wrong), wrongExample ?? '') : '',
    empty > 0 ? t('%s without a position', localNumber.format(empty)) : '',
    polar > 0 ? t('%s beyond the edge of the map', localNumber.format(polar)) : '',
  ].filter((part) => part !== '')
  const count = empty + wrong + polar
  if (count === 0) return ''
  return tn('%s row is not drawn: %s', '%s rows are not drawn: %s', count, localNumber.format(count), parts.join(', '))
}

/** Returns the tooltip lines of a point: its result columns, then its position. */
export function pointTooltipLines(
  props: PointMapProps,
  point: number,
): { readonly name: string; readonly text: string }[] {
  const { columns: points, tooltipColumns: reported, metric } = props
  const write = numberFormatter(metric?.format)
  const coordinates = degreesText(props.longitudes[point] ?? 0, props.latitudes[point] ?? 0)
  const lines = [...reported, metric?.name].flatMap((name) => {
    const fact = points.find((each) => each.name === name)
    if (!fact) return []
    const value = fact.values[point]
    const number = name === metric?.name ? toNumber(value) : null
    return [{ name: fact.title, text: number === null ? dimensionText(value, fact.type) : write(number) }]
  })
  return [...lines, { name: t('Longitude, latitude'), text: coordinates }]
}
