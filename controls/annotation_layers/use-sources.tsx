import { useEffect, useState } from 'react'
import { chartTypesOf, columnsOfForm } from './source.ts'
import {
  type AnnotationSourceResponse,
  fetchChartForm,
  listAnnotationLayers,
  listChartsOf,
  fetchSourceName,
} from '#calls/annotation-sources.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'

interface SourceResult<T> {
  readonly of: string
  readonly values: readonly T[]
}

/** Returns the response to the latest request; responses to earlier ones are ignored. */
function useResponse<T>(
  question: string,
  ask: ((signal: AbortSignal) => Promise<readonly T[]>) | undefined,
  delay = 0,
) {
  const [found, setFound] = useState<SourceResult<T>>({ of: '', values: [] })
  useEffect(() => {
    if (!ask) return
    const abort = new AbortController()
    const take = (values: readonly T[]) => {
      if (!abort.signal.aborted) setFound({ of: question, values })
    }
    const timer = setTimeout(() => ask(abort.signal).then(take, () => take([])), delay)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
    // `question` identifies `ask`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [question])
  return { values: found.of === question ? found.values : [], isLoading: ask !== undefined && found.of !== question }
}

/** Returns the layers or charts of a source whose names contain the text. */
export function useSources(source: string, search: string) {
  const ask = (signal: AbortSignal): Promise<readonly AnnotationSourceResponse[]> =>
    source === 'NATIVE' ? listAnnotationLayers(search, signal) : listChartsOf(chartTypesOf(source), search, signal)
  return useResponse(`${source}:${search}`, source === '' ? undefined : ask, search === '' ? 0 : FAST_DEBOUNCE)
}

/** Returns the source of a layer with its name; undefined until it is known. */
export function useSelectedSource({ sourceType, value }: AnnotationLayer): AnnotationSourceResponse | undefined {
  const id = sourceType !== '' && typeof value === 'number' ? value : undefined
  const ask = async (signal: AbortSignal) =>
    id === undefined ? [] : [{ id, name: await fetchSourceName(id, sourceType === 'NATIVE', signal) }]
  return useResponse(`${sourceType}:${id ?? ''}`, id === undefined ? undefined : ask).values[0]
}

/** Returns the columns of a layer's source chart. */
export function useColumns({ sourceType, value }: AnnotationLayer) {
  const isChart = sourceType !== 'NATIVE' && sourceType !== '' && typeof value === 'number'
  const ask = (signal: AbortSignal) => fetchChartForm(Number(value), signal).then(columnsOfForm)
  return useResponse(isChart ? `${sourceType}:${value}` : '', isChart ? ask : undefined)
}
