import type { CountryValue, WorldMapProps } from './props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

const written = (value: number | null, format: string): string =>
  value === null ? t('No data') : numberFormatter(format)(value)

/** Returns the tooltip lines of a country. */
export function countryTooltipLines(
  { metric, size }: WorldMapProps,
  country: CountryValue,
): { name: string; text: string }[] {
  return [
    { name: country.name, text: written(country.value, metric.format) },
    ...(size === null || size.name === metric.name
      ? []
      : [{ name: size.name, text: written(country.size, size.format) }]),
  ]
}

/** The number of countries named in the summary. */
const NAMED = 3

/** Returns a one-line summary of the map. */
export function worldMapSummary({ countries, metric }: WorldMapProps): string {
  if (countries.length === 0) return t('Map without values')
  const count = tn('%s country', '%s countries', countries.length, countries.length)
  const messages = countries.slice(0, NAMED).map(({ name, value }) => `${name} ${written(value, metric.format)}`)
  return t('%s by %s: most %s', count, metric.name, messages.join(', '))
}

/** Returns the note about rows that are not drawn and why; empty if all are. */
export function unknownText({ unknown }: WorldMapProps): string {
  const [first] = unknown
  if (first === undefined) return ''
  const example = first.slice(0, 40)
  return tn(
    '%s row was not matched to a country: %s',
    '%s rows were not matched to a country, such as %s',
    unknown.length,
    unknown.length,
    example,
  )
}
