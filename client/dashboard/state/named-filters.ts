import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'

/** The beginning of the URL parameters that have the values of filters: `f.Region=EMEA,APAC`. */
const PREFIX = 'f.'
const QUOTED = /"(?:[^"\\]|\\.)*"/y
const UNSAFE = /^["\s]|\s$|,|\p{Surrogate}/u

type NamedValues = readonly (readonly [name: string, text: string])[]

/** Parameters that could not be applied, by their name in the URL. */
export interface NameProblem {
  readonly name: string
  readonly reason: 'no filter' | 'no value'
}

const isNative = (filter: FilterConfig) => filter.type === 'NATIVE_FILTER'

/** Returns the name of a filter in a URL: its own name, with its id if another filter has the same name or none. */
function urlName(filters: readonly FilterConfig[], { id, name = '' }: FilterConfig): string {
  if (name.trim() === '' || /\p{Surrogate}/u.test(name)) return id
  const same = filters.filter((each) => isNative(each) && foldedName(each) === name.toLowerCase())
  return same.length === 1 ? name : `${name}~${id}`
}

const foldedName = ({ name = '' }: FilterConfig) => name.toLowerCase()

/**
 * Returns the filter with a name in a URL. A name without an id means the first filter with this name, in any case of
 * letters if none has it exactly.
 */
export function filterOfName(filters: readonly FilterConfig[], name: string): FilterConfig | undefined {
  const native = filters.filter(isNative)
  return (
    native.find((filter) => urlName(native, filter) === name) ??
    native.find((filter) => filter.id === name) ??
    native.find((filter) => filter.name === name) ??
    native.find((filter) => foldedName(filter) === name.toLowerCase())
  )
}

/** Returns the names and texts of the URL parameters of filters. */
export function filterParamsIn(params: Iterable<readonly [string, string]>): NamedValues {
  return [...params].flatMap(([name, text]) =>
    name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), text] as const] : [],
  )
}

/** True if a URL parameter has the value of one of these filters. */
export const isFilterParam = (filters: readonly FilterConfig[], param: string): boolean =>
  param.startsWith(PREFIX) && filterOfName(filters, param.slice(PREFIX.length)) !== undefined

const isNumber = (text: string) => Number.isFinite(Number(text)) && String(Number(text)) === text

/** Returns a value of a list as text: strings that could be read as something else are in quotes. */
export function printItem(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return ['number', 'boolean'].includes(typeof value) || value === null ? String(value) : undefined
  const isOther = value === '' || ['true', 'false', 'null'].includes(value) || isNumber(value)
  return isOther || UNSAFE.test(value) ? JSON.stringify(value) : value
}

function parseItem(text: string): unknown {
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return isNumber(text) ? Number(text) : text
}

/** Returns the values of a list: `EMEA,"a, b",5`. */
export function parseList(text: string): readonly unknown[] {
  const values: unknown[] = []
  for (let index = 0; index <= text.length; ) {
    QUOTED.lastIndex = index
    const quoted = QUOTED.exec(text)?.[0]
    const next = index + (quoted?.length ?? 0)
    const value = quoted !== undefined && (next === text.length || text[next] === ',') ? unquote(quoted) : undefined
    const comma = text.indexOf(',', value === undefined ? index : next)
    const end = comma < 0 ? text.length : comma
    values.push(value ?? parseItem(text.slice(index, end)))
    index = end + 1
  }
  return values
}

function unquote(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}

/** Returns the value of a filter as text; undefined if it has no readable form. Empty text means no value. */
function printValue({ filterType: type }: FilterConfig, value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (type === 'filter_time') return typeof value === 'string' && !/\p{Surrogate}/u.test(value) ? value : undefined
  if (!Array.isArray(value)) return undefined
  if (type === 'filter_range') return value.map((end) => (end === null ? '' : String(end))).join('..')
  const items = value.map(printItem)
  return items.includes(undefined) || items.length === 0 ? undefined : items.join(',')
}

function parseValue({ filterType: type }: FilterConfig, text: string): unknown {
  if (text === '' || type === 'filter_time') return text
  return type === 'filter_range' ? text.split('..').map((end) => (end.trim() === '' ? null : end)) : parseList(text)
}

interface PrintedFilters {
  /** URL parameters with readable values. */
  readonly named: NamedValues
  /** The masks without a readable form. */
  readonly others: Readonly<Record<string, unknown>>
}

/** Returns the masks of a URL with the values of filters in readable form. */
export function printFilterParams(
  filters: readonly FilterConfig[],
  masks: Readonly<Record<string, unknown>>,
): PrintedFilters {
  const named: [string, string][] = []
  const others: Record<string, unknown> = {}
  for (const [id, mask] of Object.entries(masks)) {
    const filter = filters.find((each) => each.id === id && isNative(each))
    const value = (mask as { readonly filterState?: { readonly value?: unknown } }).filterState?.value
    const text = filter && printValue(filter, value)
    if (filter && text !== undefined) named.push([`${PREFIX}${urlName(filters, filter)}`, text])
    else others[id] = mask
  }
  return { named, others }
}

/** Returns the masks of named values, and the names that could not be applied. */
export function masksOfFilterParams(
  filters: readonly FilterConfig[],
  named: NamedValues,
): { readonly masks: Readonly<Record<string, unknown>>; readonly problems: readonly NameProblem[] } {
  const masks: Record<string, unknown> = {}
  const problems: NameProblem[] = []
  for (const [name, text] of named) {
    const filter = filterOfName(filters, name)
    if (!filter) {
      problems.push({ name, reason: 'no filter' })
      continue
    }
    const raw = parseValue(filter, text)
    const value = filterType(filter.filterType)?.parse(raw)
    if (value === undefined && text !== '') problems.push({ name, reason: 'no value' })
    else masks[filter.id] = { filterState: { value: value ?? null } }
  }
  return { masks, problems }
}
