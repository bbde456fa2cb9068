import { useEffect, useState } from 'react'
import { chartTypesOf, columnsOfForm } from './source.ts'
import {
  type AnnotationSourceAnswer,
  formOfChart,
  listAnnotationLayers,
  listChartsOf,
} from '#calls/annotation-sources.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'

interface Found<T> {
  readonly of: string
  readonly values: readonly T[]
}

/** What was asked last; an answer to an earlier question is none. */
function useAnswer<T>(question: string, ask: ((signal: AbortSignal) => Promise<readonly T[]>) | undefined) {
  const [found, setFound] = useState<Found<T>>({ of: '', values: [] })
  useEffect(() => {
    if (!ask) return
    const abort = new AbortController()
    const take = (values: readonly T[]) => {
      if (!abort.signal.aborted) setFound({ of: question, values })
    }
    ask(abort.signal).then(take, () => take([]))
    return () => abort.abort()
    // the question stands for what asks it
    // oxlint-disable-next-line react/exhaustive-deps
  }, [question])
  return { values: found.of === question ? found.values : [], isLoading: ask !== undefined && found.of !== question }
}

/** The layers or charts a source offers. */
export function useSources(source: string) {
  const ask = (signal: AbortSignal): Promise<readonly AnnotationSourceAnswer[]> =>
    source === 'NATIVE' ? listAnnotationLayers(signal) : listChartsOf(chartTypesOf(source), signal)
  return useAnswer(source, source === '' ? undefined : ask)
}

/** The columns of the chart a layer is taken from. */
export function useColumns({ sourceType, value }: AnnotationLayer) {
  const isChart = sourceType !== 'NATIVE' && sourceType !== '' && typeof value === 'number'
  const ask = (signal: AbortSignal) => formOfChart(Number(value), signal).then(columnsOfForm)
  return useAnswer(isChart ? `${sourceType}:${value}` : '', isChart ? ask : undefined)
}
