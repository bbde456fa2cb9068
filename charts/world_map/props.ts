import type { WorldMapForm } from './controls.ts'
import { countryBy } from '#charts/countries.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber, valueText } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import type { Rgba } from '#core/color/rgb.ts'
import { metricOf } from '#core/form/base-query.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable, type Value } from '#core/table/table.ts'

/** A country of the result. */
export interface CountryValue {
  /** The ISO 3166-1 alpha-3 code. */
  readonly key: string
  readonly name: string
  /** The value in the column. */
  readonly said: Value
  readonly value: number | null
  readonly size: number | null
  readonly longitude: number
  readonly latitude: number
}

interface Measure {
  readonly name: string
  readonly format: string
}

export interface WorldMapProps extends ColorChoice {
  /** Highest value first. */
  readonly countries: readonly CountryValue[]
  /** Values that are not a country, or that another row already has. */
  readonly unknown: readonly string[]
  readonly entity: string
  readonly metric: Measure
  readonly size: Measure | null
  readonly hasBubbles: boolean
  /** The radius of the largest bubble in pixels. */
  readonly maxBubble: number
  readonly bubbleColor: Rgba
  readonly colorBy: 'metric' | 'country'
  readonly scheme: string | null
}

function measureOf(input: ChartInput<WorldMapForm>, label: string): Measure {
  return {
    name: input.dataset.verbose_map[label] ?? label,
    format: formatFor(input, 'y_axis_format', [label]),
  }
}

/** Converts the rows to countries; unknown and duplicate ones are listed separately. */
export function toProps(input: ChartInput<WorldMapForm>): WorldMapProps {
  const { form } = input
  const table = input.tables[0] ?? emptyTable
  const entity = asColumn(form.entity)
  const label = entity === undefined ? '' : columnLabel(entity)
  const [metric, size] = [metricOf(form, 'metric'), metricOf(form, 'secondary_metric')]
  const metricName = metric === undefined ? '' : metricLabel(metric)
  const sizeName = size === undefined ? undefined : metricLabel(size)
  const countryValues = column(table, label)?.values ?? []
  const values = column(table, metricName)?.values ?? []
  const sizes = sizeName === undefined ? undefined : column(table, sizeName)?.values
  const found = new Map<string, CountryValue>()
  const unknown: string[] = []
  for (const [row, code] of countryValues.entries()) {
    const country = countryBy(form.country_fieldtype, code)
    if (!country || found.has(country.cca3)) {
      unknown.push(valueText(code))
      continue
    }
    found.set(country.cca3, {
      key: country.cca3,
      name: country.name,
      said: code,
      value: toNumber(values[row]),
      size: toNumber(sizes?.[row]),
      longitude: country.lng,
      latitude: country.lat,
    })
  }
  return {
    countries: [...found.values()].toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)),
    unknown,
    entity: label,
    metric: measureOf(input, metricName),
    size: sizeName === undefined ? null : measureOf(input, sizeName),
    hasBubbles: form.show_bubbles,
    maxBubble: Math.min(200, Math.max(1, numberOrDefault(form.max_bubble_size, 25))),
    bubbleColor: form.color_picker,
    colorBy: form.color_by,
    scheme: form.linear_color_scheme ?? null,
    ...colorChoice(input),
  }
}
