import { call } from '#calls/call.ts'
import { listResource, showResource } from '#calls/resources.ts'
import type { ListAnswer } from '#core/rest/answers.ts'
import { printRison } from '#core/rest/rison.ts'

/** Something annotations can be taken from. */
export interface AnnotationSourceAnswer {
  readonly id: number
  readonly name: string
}

/** The annotation layers there are, by name. */
export async function listAnnotationLayers(signal?: AbortSignal): Promise<readonly AnnotationSourceAnswer[]> {
  const q = printRison({ order_column: 'name', order_direction: 'asc', page: 0, page_size: 100 })
  const { result } = await call<ListAnswer<AnnotationSourceAnswer>>('GET', '/api/v1/annotation_layer/', {
    query: { q },
    signal,
  })
  return result.map(({ id, name }) => ({ id, name }))
}

/** The saved charts of these types, by name. */
export async function listChartsOf(
  types: readonly string[],
  signal?: AbortSignal,
): Promise<readonly AnnotationSourceAnswer[]> {
  const query = { order_column: 'slice_name', order_direction: 'asc', page: 0, page_size: 100 } as const
  const columns = ['id', 'slice_name', 'viz_type']
  const answers = types.map((value) =>
    listResource<{ id: number; slice_name: string }>(
      'chart',
      { ...query, columns, filters: [{ col: 'viz_type', opr: 'eq', value }] },
      signal,
    ),
  )
  const found = (await Promise.all(answers)).flatMap((answer) => answer.result)
  return found.map(({ id, slice_name }) => ({ id, name: slice_name }))
}

/** The form a saved chart is made of. */
export async function formOfChart(id: number, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const { params } = await showResource<{ params?: string | null }>('chart', id, signal)
  const form: unknown = JSON.parse(params || '{}')
  return typeof form === 'object' && form !== null ? (form as Record<string, unknown>) : {}
}
