import { ownValue } from '#core/rest/json.ts'
import { findChartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { PivotTotals } from '#core/pivot/exact-pivot.ts'
import { headerPartText } from '#core/post/header-text.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { TableSheet } from '#core/table/table-sheet.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'
import { csvTimeFormatter } from '#server/files/csv.ts'
import { type Format, type Headings, isFileFormat } from '#server/files/encode-table.ts'

type Form = NonNullable<QueryContext['form_data']>

/** Options for post-processing a result on the server. */
export interface PostProcessingOptions {
  /** The result of the query for totals, if the chart has one. */
  readonly totals?: PivotTotals | undefined
  readonly headings: Headings
  readonly format: Format
}

/** Returns the timestamp printer for cells of a file; keys include the time unless the engine reports dates. */
function momentsIn(format: Format): (column: Column) => (epochMs: number) => string {
  if (isFileFormat(format)) return ({ values }) => csvTimeFormatter(values)
  return ({ isDays }) =>
    (value) =>
      headerPartText(value, TEMPORAL, isDays)
}

/** Returns a result in the form of its chart, with display names; undefined for charts without server-side layout. */
export function postProcessedResult(
  table: Table,
  form: Form,
  { totals, headings, format }: PostProcessingOptions,
): TableSheet | undefined {
  const { names, formats } = headings
  const formatOf = (label: string) => ownValue(formats, label)
  const input = { table, totals, nameOf: shownNames(table, names), formatOf, timestampFormatOf: momentsIn(format) }
  return findChartType(String(form['viz_type']))?.toSheet?.({ ...input, form: form as unknown as FormData })
}

/** Returns the d3 formats of headings by display name. */
export function formatsByDisplayName({ names, formats }: Headings): Headings['formats'] {
  return Object.fromEntries(Object.entries(formats).map(([label, format]) => [ownValue(names, label) ?? label, format]))
}

/** Returns the display name of each column. Names are unique: a column whose name is already taken keeps its label. */
function shownNames({ columns }: Table, names: Headings['names']): (label: string) => string {
  const known = new Map<string, string>()
  const taken = new Set(columns.map(({ name }) => name))
  for (const { name } of columns) {
    const verbose = ownValue(names, name)
    if (verbose === undefined || taken.has(verbose)) continue
    taken.add(verbose)
    known.set(name, verbose)
  }
  return (label) => known.get(label) ?? label
}
