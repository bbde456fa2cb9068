import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fetchChartData } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'

interface Props {
  readonly answer: ColumnarResult
  /** The form of the query. */
  readonly form: FormData
  /** The index of the query that the result belongs to. */
  readonly at?: number
  readonly children: (answer: ColumnarResult) => ReactNode
}

/** Sends one query of a form without sampling. */
async function fetchUnsampled(form: FormData, at: number, signal: AbortSignal): Promise<ColumnarResult> {
  const type = chartType(form.viz_type)
  const datasource = parseDatasource(form.datasource)
  const context = type && datasource && toQueryContext(type, form, datasource)
  const queries = context?.queries.slice(at, at + 1) ?? []
  const [answer] = context && queries.length > 0 ? await fetchChartData({ ...context, queries }, { signal }) : []
  if (!answer) throw new Error(t('The rows could not be read'))
  return answer
}

function UnsampledResult({ answer, form, at = 0, children }: Props) {
  const fullQuery = useQuery({
    queryKey: ['whole-answer', form, at, answer.cost.made_at],
    queryFn: ({ signal }) => fetchUnsampled(form, at, signal),
    retry: false,
  })
  if (fullQuery.isError) return <ErrorPanel title={t('The rows could not be read')} text={fullQuery.error.message} />
  if (fullQuery.isPending) return <Skeleton shape="table" label={t('Loading')} />
  return children(fullQuery.data)
}

/** The rows behind a chart. A sample is enough to draw, so the complete rows are queried separately. */
export function CompleteRows(props: Props) {
  return props.answer.sampled ? <UnsampledResult {...props} /> : props.children(props.answer)
}
