import type { QueryContext } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import type { Value } from '#core/table/table.ts'
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
}

/** An entry in columns as its chart shows it: cells by column and row label, or a file of what is seen. */
export async function shownEntry(entry: Entry, { form, format, headings, signal }: Showing): Promise<Entry> {
  const columns = JSON.parse(new TextDecoder().decode(entry.data)) as readonly (readonly Value[])[]
  const table = toTable({ ...entry.head, columns })
  const shown = form ? postProcessed(table, form) : undefined
  const stamp = `${entry.stamp}-${cacheKey({ form })}`
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
