import { parseRison } from './rison.ts'
import { parseJson } from './json.ts'

/** The type of a URL parameter. */
export type UrlParamType = 'string' | 'number' | 'boolean' | 'object' | 'rison'

interface DecodedParam {
  string: string
  number: number
  boolean: boolean
  object: Readonly<Record<string, unknown>>
  rison: unknown
}

/** The URL parameters with a declared type. `force`, `edit` and `standalone` also accept their old values. */
export const urlParams = {
  standalone: 'number',
  uiConfig: 'number',
  edit: 'boolean',
  force: 'boolean',
  show_filters: 'boolean',
  expand_filters: 'boolean',
  preselect_filters: 'object',
  native_filters: 'rison',
  native_filters_key: 'string',
  permalink_key: 'string',
  filter_set: 'string',
  migration_state: 'string',
  form_data: 'object',
  form_data_key: 'string',
  slice_id: 'number',
  dataset_id: 'number',
  datasource_id: 'number',
  datasource_type: 'string',
  datasource: 'string',
  dashboard_id: 'number',
  dashboard_page_id: 'string',
  viz_type: 'string',
  slice_name: 'string',
  save_action: 'string',
} as const satisfies Readonly<Record<string, UrlParamType>>

export type UrlParam = keyof typeof urlParams

/** Decodes the text of a parameter; null if it is absent or malformed. */
export function decodeParam<Type extends UrlParamType>(
  text: string | null | undefined,
  type: Type,
): DecodedParam[Type] | null
export function decodeParam(text: string | null | undefined, type: UrlParamType): unknown {
  if (text === null || text === undefined) return null
  switch (type) {
    case 'string':
      return text
    case 'number':
      return decodeNumber(text)
    case 'boolean':
      return decodeBoolean(text)
    case 'object':
      return decodeObject(text)
    case 'rison':
      return parseRison(text) ?? null
  }
}

/** Returns a declared parameter of a query string; null if it is absent or malformed. */
export function urlParam<Name extends UrlParam>(
  search: URLSearchParamsLike,
  name: Name,
): DecodedParam[(typeof urlParams)[Name]] | null {
  return decodeParam<(typeof urlParams)[Name]>(search.get(name), urlParams[name])
}

/** The required part of a parsed query string. */
export interface URLSearchParamsLike {
  get(name: string): string | null
}

/**
 * Returns the parameters of a dashboard's URL for the `url_params` of each chart: all except `edit`. The last of
 * repeated names counts.
 */
export function chartUrlParams(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...pairs].filter(([name]) => name !== 'edit'))
}

function decodeNumber(text: string): number | null {
  if (text === 'true') return 1
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

function decodeBoolean(text: string): boolean | null {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : null
}

function decodeObject(text: string): unknown {
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
