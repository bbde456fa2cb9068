import type { QueryContext } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import type { Table, Value } from '#core/table/table.ts'
import { cacheKey } from '#server/cache/key.ts'
import { type Format, type Headings, isFileFormat, layOut } from './lay-out.ts'
import { postProcessed } from './post-processed.ts'
import type { Entry } from './present.ts'

/** How an entry is to be shown. */
export interface Showing {
  readonly form: QueryContext['form_data']
  readonly format: Format
  readonly headings: Headings
  readonly signal: AbortSignal
  /** The entry that answers `pivotTotals`, in columns, and the dimensions it was asked by. */
  readonly totals?: { readonly entry: Entry; readonly dimensions: readonly string[] } | undefined
}

/** An entry in columns as its chart shows it: cells by column and row label, or a file of what is seen. */
export async function shownEntry(entry: Entry, showing: Showing): Promise<Entry> {
  const { form, format, headings, signal, totals } = showing
  const table = tableOf(entry)
  const known = totals && { table: tableOf(totals.entry), dimensions: totals.dimensions }
  const shown = form ? postProcessed(table, form, known) : undefined
  const stamp = `${entry.stamp}-${totals?.entry.stamp ?? ''}-${cacheKey({ form })}`
  if (!shown) return { ...entry, format, stamp, data: await layOut(table, format, headings, signal) }
  const data = isFileFormat(format)
    ? await layOut(shown.table, format, headings, signal)
    : new TextEncoder().encode(JSON.stringify(shown.data))
  return {
    head: { ...entry.head, ...shown.head } as Entry['head'],
    format: isFileFormat(format) ? format : 'rows',
    data,
    stamp,
  }
}

/** The table of an entry in columns. */
export function tableOf(entry: Entry): Table {
  const columns = JSON.parse(new TextDecoder().decode(entry.data)) as readonly (readonly Value[])[]
  return toTable({ ...entry.head, columns })
}
