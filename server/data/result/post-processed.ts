import { kindOf } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { PivotTotals } from '#core/pivot/exact.ts'
import { partText } from '#core/post/header-text.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Sheet } from '#core/table/sheet.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'
import { timePrinter } from '#server/files/csv.ts'
import { type Format, type Headings, isFileFormat } from '#server/files/lay-out.ts'

type Form = NonNullable<QueryContext['form_data']>

/** What a result is shown with. */
export interface ShowOptions {
  /** The answer to the question for totals, where the chart has such a question. */
  readonly totals?: PivotTotals | undefined
  readonly headings: Headings
  readonly format: Format
}

/** Moments as the cells of a file are printed; in keys with their time unless the engine says that they are days. */
function momentsIn(format: Format): (column: Column) => (epochMs: number) => string {
  if (isFileFormat(format)) return ({ values }) => timePrinter(values)
  return ({ isDays }) =>
    (value) =>
      partText(value, TEMPORAL, isDays)
}

/** A result as its chart shows it, by the names people read; undefined for charts that lay out nothing. */
export function postProcessed(table: Table, form: Form, { totals, headings, format }: ShowOptions): Sheet | undefined {
  const { names, formats } = headings
  const formatOf = (label: string) => (Object.hasOwn(formats, label) ? formats[label] : undefined)
  const input = { table, totals, nameOf: shownNames(table, names), formatOf, momentsOf: momentsIn(format) }
  return kindOf(String(form['viz_type']))?.toSheet?.({ ...input, form: form as unknown as FormData })
}

/** The d3 formats of headings by the names people read. */
export function byShownName({ names, formats }: Headings): Headings['formats'] {
  return Object.fromEntries(Object.entries(formats).map(([label, format]) => [names[label] ?? label, format]))
}

/** What each column is shown as: no two alike, so that one whose name another column has keeps its label. */
function shownNames({ columns }: Table, names: Headings['names']): (label: string) => string {
  const known = new Map<string, string>()
  const taken = new Set(columns.map(({ name }) => name))
  for (const { name } of columns) {
    const verbose = Object.hasOwn(names, name) ? names[name] : undefined
    if (verbose === undefined || taken.has(verbose)) continue
    taken.add(verbose)
    known.set(name, verbose)
  }
  return (label) => known.get(label) ?? label
}
