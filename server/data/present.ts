import { unappliedFilters } from '#core/filter/metric-filter.ts'
import type { LabelPlaces } from '#core/color/place.ts'
import type { EntryHead, RejectedFilter } from '#core/query/result.ts'
import type { ResultColumn } from '#server/engines/engine.ts'
import type { Made } from './answer.ts'
import type { Format } from './lay-out.ts'
import type { AnsweredTimes } from './stored-times.ts'

/** One answer on its way out: what is said about it, and its data as they are kept. */
export interface Entry {
  readonly head: EntryHead & Readonly<Record<string, unknown>>
  readonly format: Format
  readonly data: Uint8Array
  /** What the columns are; the head tells more of them to be temporal. */
  readonly columns: readonly ResultColumn[]
  /** Changes whenever the data are made anew. */
  readonly stamp: string
}

/** A result entry: data with their head, or an answer that needs no data. */
export type Result = Entry | Readonly<Record<string, unknown>>

/** How an answer was come by, this time. */
export interface Circumstances {
  readonly key: string
  readonly cached: 'hit' | 'miss' | 'stale'
  /** Seconds; null is for ever, -1 not at all. */
  readonly timeout: number | null
  /** Milliseconds this asking waited for a place. */
  readonly now: number
  /** Filters of the form that no query holds. */
  readonly unapplied: readonly RejectedFilter[]
  /** Where the labels stand in the order of colours, where that was asked for. */
  readonly colors?: LabelPlaces | undefined
  /** Start of the last period where it is not whole, where that was asked for. */
  readonly openPeriod?: number | null | undefined
  readonly times: AnsweredTimes
}

/** The filters of a form that its queries do not hold. */
export function unappliedBy(form: Readonly<Record<string, unknown>> | null | undefined): readonly RejectedFilter[] {
  const extra = form?.['extra_form_data'] as { readonly adhoc_filters?: unknown } | null | undefined
  const names = [form?.['adhoc_filters'], extra?.adhoc_filters].flatMap(unappliedFilters)
  return [...new Set(names)].map((column) => ({ column, reason: 'simple_having' }))
}

/** The head of an answer; nothing of its data is touched. */
export function headOf(
  made: Made,
  { key, cached: how, timeout, now, unapplied, times, colors, openPeriod }: Circumstances,
): Entry['head'] {
  const cached = how !== 'miss'
  const nothing = { queue: 0, plan: 0, engine: 0, post: 0, serialise: 0 }
  return {
    status: 'success',
    error: null,
    stacktrace: null,
    query: made.query,
    colnames: made.columns.map(({ name }) => name),
    coltypes: times.types,
    rowcount: made.rowCount,
    sql_rowcount: made.sqlRowCount,
    is_cached: cached,
    cached_dttm: cached ? new Date(made.madeAt).toISOString().slice(0, 19) : null,
    queried_dttm: new Date(made.madeAt).toISOString().slice(0, 19),
    cache_key: key,
    cache_timeout: timeout,
    applied_filters: made.applied,
    rejected_filters: [...made.rejected, ...unapplied],
    applied_template_filters: made.read,
    annotation_data: {},
    label_map: { ...Object.fromEntries(made.columns.map(({ name }) => [name, [name]])), ...made.labels },
    ...(made.rowNames ? { indexnames: made.rowNames } : {}),
    ...(Object.keys(times.formats).length > 0 ? { time_formats: times.formats } : {}),
    result_format: 'json',
    from_dttm: made.from,
    to_dttm: made.to,
    ...(colors ? { colors } : {}),
    ...(openPeriod === undefined ? {} : { open_period: openPeriod }),
    cost: {
      ...rounded(cached ? nothing : made.legs),
      cache: how,
      bytes: made.data.byteLength,
      age: Math.max(0, now - made.madeAt),
      row_limit: made.rowLimit,
      capped: made.sqlRowCount >= made.rowLimit,
    },
  }
}

function rounded<T extends object>(legs: T): T {
  return Object.fromEntries(Object.entries(legs).map(([leg, ms]) => [leg, Math.round(ms * 100) / 100])) as T
}

const encoder = new TextEncoder()

/** `{"result": [...]}` of entries. Data that are bytes already are put in as they are. */
export function bodyOf(entries: readonly Result[]): Uint8Array {
  const parts: Uint8Array[] = [encoder.encode('{"result":[')]
  for (const [index, entry] of entries.entries()) {
    if (index > 0) parts.push(encoder.encode(','))
    parts.push(...(isEntry(entry) ? entryParts(entry) : [encoder.encode(JSON.stringify(entry))]))
  }
  parts.push(encoder.encode(']}'))
  return Buffer.concat(parts)
}

export function isEntry(entry: Result): entry is Entry {
  return entry.data instanceof Uint8Array
}

/** One entry alone, with what else is to be said in its head. */
export function entryBody(entry: Entry, more: Readonly<Record<string, unknown>> = {}): Uint8Array {
  return Buffer.concat(entryParts({ ...entry, head: { ...entry.head, ...more } }))
}

function entryParts(entry: Entry): Uint8Array[] {
  return [encoder.encode(openHead(entry) + jointOf(entry)), entry.data, encoder.encode(`${rowNames(entry)}}`)]
}

/** `{"result": [...]}` of one entry, in parts; its data are not copied. `opened` is its head as `openHead` prints it. */
export function singleBody(entry: Entry, opened = openHead(entry)): readonly Uint8Array[] {
  return [encoder.encode(beginningOf(opened) + jointOf(entry)), entry.data, endOf(entry)]
}

/** The body of one entry up to its data: what comes before `jointOf`. `opened` is its head as `openHead` prints it. */
export function beginningOf(opened: string): string {
  return `{"result":[${opened}`
}

/** What stands between head and data. */
export function jointOf({ format }: Entry): string {
  return format === 'columns' ? ',"columns":' : ',"data":'
}

/** What follows the data in the body of one entry. */
export function endOf(entry: Entry): Uint8Array {
  return encoder.encode(`${rowNames(entry)}}]}`)
}

/** Rows without names are counted from 0; not for clients that read columns or want nothing but results. */
function rowNames({ head, format }: Entry): string {
  if (format !== 'rows' || head['status'] === undefined || 'indexnames' in head) return ''
  return `,"indexnames":[${Array.from({ length: head.rowcount }, (_, row) => row).join(',')}]`
}

/** The head as JSON without its last brace. */
export function openHead({ head }: Entry): string {
  return JSON.stringify(head).slice(0, -1)
}
