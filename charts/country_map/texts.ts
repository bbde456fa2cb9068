import { shapesOf } from './countries.ts'
import type { CountryProps, PartValue } from './props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** The value of a part as it is written. */
export function partText({ metric }: CountryProps, { value }: PartValue): string {
  return value === null ? t('No data') : numberFormatter(metric.format)(value)
}

/** Parts named in the summary. */
const NAMED = 3

/** One line that says what the map shows. */
export function countrySummary(props: CountryProps): string {
  const { parts, metric, country } = props
  if (parts.length === 0) return t('Map without values')
  const label = shapesOf(country)?.label ?? country
  const count = tn('%s part of %s', '%s parts of %s', parts.length, parts.length, label)
  const told = parts.slice(0, NAMED).map((part) => `${part.name} ${partText(props, part)}`)
  return t('%s by %s: most %s', count, metric.name, told.join(', '))
}

/** Which parts with a value lie outside of what is seen first; empty where none does. */
function farText(country: string, parts: readonly PartValue[]): string {
  const far = shapesOf(country)?.far ?? []
  const names = parts.filter(({ key }) => far.includes(key)).map(({ name }) => name)
  return names.length === 0 ? '' : t('Move the map to see %s', names.join(', '))
}

/** What is not seen and why; empty when all is. */
export function missingText({ country, unknown, parts }: CountryProps): string {
  if (!shapesOf(country)) {
    return t(
      'There are no shapes of %s here. docs/develop/adding-a-chart.md says how to add them.',
      country.slice(0, 40),
    )
  }
  const [first] = unknown
  const far = farText(country, parts)
  if (first === undefined) return far
  const text = tn(
    '%s row is no part of the country, or one that is there already: %s',
    '%s rows are no part of the country, or one that is there already, such as %s',
    unknown.length,
    unknown.length,
    first.slice(0, 40),
  )
  return far === '' ? text : `${far}. ${text}`
}
