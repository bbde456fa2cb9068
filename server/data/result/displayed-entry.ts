import type { QueryContext } from '#core/query/query-object.ts'
import type { Table, Value } from '#core/table/table.ts'
import { cacheKey } from '#server/cache/cache-key.ts'
import type { Bytes } from '#server/engines/engine.ts'
import type { ChartLayoutTask, ChartLayoutResult } from './result-task.ts'
import { type Format, type Headings, isFileFormat } from '#server/files/encode-table.ts'
import type { Entry } from './result-entry.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'

/** How an entry is displayed. */
export interface EntryDisplay {
  readonly form: QueryContext['form_data']
  readonly format: Format
  readonly headings: Headings
  /** The result of `pivotTotals`, in columns, and the dimensions it was queried with. */
  readonly totals?: { readonly entry: Entry; readonly dimensions: readonly string[] } | undefined
}

/** Returns a column entry in the form of its chart: cells by column and row label, or a file of the displayed data. */
export async function displayedEntry(
  entry: Entry,
  { form, format, headings, totals }: EntryDisplay,
  show: (task: ChartLayoutTask) => Promise<ChartLayoutResult>,
): Promise<Entry> {
  const { head, data } = await show({
    do: 'show',
    main: await bytesOf(entry),
    totals: totals && { bytes: await bytesOf(totals.entry), dimensions: totals.dimensions },
    form: form ?? null,
    format,
    headings,
  })
  const stamp = `${entry.stamp}-${totals?.entry.stamp ?? ''}-${cacheKey({ form })}`
  const payload = CompressedPayload.of(data)
  if (!head) return { ...entry, format, stamp, data: payload }
  return {
    ...entry,
    head: { ...entry.head, ...head } as Entry['head'],
    format: isFileFormat(format) ? format : 'rows',
    data: payload,
    stamp,
  }
}

async function bytesOf({ head, columns, data }: Entry): Promise<Bytes> {
  return { data: await data.plain(), columns, rowCount: head.rowcount }
}

/** Returns the table of a column entry. */
export async function tableOf(entry: Entry): Promise<Table> {
  const cells = JSON.parse(new TextDecoder().decode(await entry.data.plain())) as readonly (readonly Value[])[]
  const columns = entry.columns.map((column, index) => ({ ...column, values: cells[index] ?? [] }))
  return { columns, rowCount: entry.head.rowcount }
}
