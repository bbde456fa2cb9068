import { shapesOf } from './countries.ts'
import type { CountryProps, CountryRegionRow } from './props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** Formats the value of a part. */
export function partText({ metric }: CountryProps, { value }: CountryRegionRow): string {
  return value === null ? t('No data') : numberFormatter(metric.format)(value)
}

/** The number of parts named in the summary. */
const NAMED = 3

/** Returns a one-line summary of the map. */
export function countrySummary(props: CountryProps): string {
  const { parts, metric, country } = props
  if (parts.length === 0) return t('Map without values')
  const label = shapesOf(country)?.label ?? country
  const count = tn('%s part of %s', '%s parts of %s', parts.length, parts.length, label)
  const messages = parts.slice(0, NAMED).map((part) => `${part.name} ${partText(props, part)}`)
  return t('%s by %s: most %s', count, metric.name, messages.join(', '))
}

/** Returns the note about parts with a value outside of the initial viewport; empty if there are none. */
function farText(country: string, parts: readonly CountryRegionRow[]): string {
  const far = shapesOf(country)?.far ?? []
  const names = parts.filter(({ key }) => far.includes(key)).map(({ name }) => name)
  return names.length === 0 ? '' : t('Move the map to see %s', names.join(', '))
}

/** Returns the note about rows that are not shown and why; empty if all are. */
export function hiddenRowsText({ country, unknown, parts }: CountryProps): string {
  if (!shapesOf(country)) {
    return t(
      'There are no shapes of %s in Facet. docs/develop/adding-a-chart.md says how to add them.',
      country.slice(0, 40),
    )
  }
  const [first] = unknown
  const far = farText(country, parts)
  if (first === undefined) return far
  const text = tn(
    '%s row is not drawn because its region is unknown or repeated: %s',
    '%s rows are not drawn because their regions are unknown or repeated, such as %s',
    unknown.length,
    unknown.length,
    first.slice(0, 40),
  )
  return far === '' ? text : `${far}. ${text}`
}
