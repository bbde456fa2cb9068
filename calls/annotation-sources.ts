import { call } from '#calls/call.ts'
import { listResource, fetchResource } from '#calls/resources.ts'
import type { ListBody } from '#core/rest/responses.ts'
import { printRison } from '#core/rest/rison.ts'
import { parseJson } from '#core/rest/json.ts'

/** A source of annotations. */
export interface AnnotationSourceResponse {
  readonly id: number
  readonly name: string
}

/** The page of sources to list; others are found by a name search. */
const PAGE = { page: 0, page_size: 100, order_direction: 'asc' } as const

const containsFilter = (col: string, value: string) => (value === '' ? [] : [{ col, opr: 'ct', value }])

/** Returns the annotation layers whose names contain the text, by name. */
export async function listAnnotationLayers(
  search: string,
  signal?: AbortSignal,
): Promise<readonly AnnotationSourceResponse[]> {
  const q = printRison({ ...PAGE, order_column: 'name', filters: containsFilter('name', search) })
  const { result } = await call<ListBody<AnnotationSourceResponse>>('GET', '/api/v1/annotation_layer/', {
    query: { q },
    signal,
  })
  return result.map(({ id, name }) => ({ id, name }))
}

/** Returns the saved charts of these types whose names contain the text, by name. */
export async function listChartsOf(
  types: readonly string[],
  search: string,
  signal?: AbortSignal,
): Promise<readonly AnnotationSourceResponse[]> {
  const query = { ...PAGE, order_column: 'slice_name', columns: ['id', 'slice_name', 'viz_type'] }
  const named = containsFilter('slice_name', search)
  const answers = types.map((value) => {
    const filters = [{ col: 'viz_type', opr: 'eq', value }, ...named]
    return listResource<{ id: number; slice_name: string }>('chart', { ...query, filters }, signal)
  })
  const found = (await Promise.all(answers)).flatMap((answer) => answer.result)
  return found.map(({ id, slice_name }) => ({ id, name: slice_name })).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the name of an annotation layer (`isNative`) or of a saved chart. */
export async function fetchSourceName(id: number, isNative: boolean, signal?: AbortSignal): Promise<string> {
  if (!isNative) return (await fetchResource<{ slice_name: string }>('chart', id, signal)).slice_name
  const { result } = await call<{ result: { name: string } }>('GET', `/api/v1/annotation_layer/${id}`, { signal })
  return result.name
}

/** Returns the form data of a saved chart. */
export async function fetchChartForm(id: number, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const { params } = await fetchResource<{ params?: string | null }>('chart', id, signal)
  const form: unknown = parseJson(params || '{}')
  return typeof form === 'object' && form !== null ? (form as Record<string, unknown>) : {}
}
