import type { CountryForm } from './controls.ts'
import { findCountryPart, shapesOf } from './countries.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber, valueText } from '#charts/shared/cell.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable, type Value } from '#core/table/table.ts'

/** A row of the result. */
export interface CountryRegionRow {
  /** The ISO 3166-2 code. */
  readonly key: string
  readonly name: string
  /** The value in the column. */
  readonly said: Value
  readonly value: number | null
}

export interface CountryProps {
  readonly country: string
  /** Highest value first. */
  readonly parts: readonly CountryRegionRow[]
  /** Values that match no part of the country, or a part that another row already has. */
  readonly unknown: readonly string[]
  readonly entity: string
  readonly metric: { readonly name: string; readonly format: string }
  readonly scheme: string | null
}

/** Converts the rows to parts of the country. */
export function toProps(input: ChartInput<CountryForm>): CountryProps {
  const { form } = input
  const table = input.tables[0] ?? emptyTable
  const shapes = shapesOf(form.select_country)
  const entity = asColumn(form.entity)
  const label = entity === undefined ? '' : columnLabel(entity)
  const metric = metricOf(form, 'metric')
  const name = metric === undefined ? '' : metricLabel(metric)
  const values = column(table, name)?.values ?? []
  const found = new Map<string, CountryRegionRow>()
  const unknown: string[] = []
  for (const [row, countryValues] of (column(table, label)?.values ?? []).entries()) {
    const part = shapes && findCountryPart(shapes, countryValues)
    if (!part || found.has(part.code)) unknown.push(valueText(countryValues))
    else found.set(part.code, { key: part.code, name: part.name, said: countryValues, value: toNumber(values[row]) })
  }
  return {
    country: String(form.select_country ?? ''),
    parts: [...found.values()].toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)),
    unknown,
    entity: label,
    metric: { name: input.dataset.verbose_map[name] ?? name, format: formatFor(input, 'number_format', [name]) },
    scheme: form.linear_color_scheme ?? null,
  }
}
