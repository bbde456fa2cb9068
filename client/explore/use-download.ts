import { downloadChartData } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { fileName, saveFile } from '#client/shell/save-file.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useExploreStore } from './state/store.ts'

/** Which rows: those of the chart, the same as its picture lays them out, or some of the dataset as they are. */
export type Rows = 'results' | 'pivoted' | 'samples'

/** Whether the picture lays its rows out anew. */
export function isPivot({ viz_type }: FormData): boolean {
  return viz_type === 'pivot_table_v2'
}

/** Saves the rows of the chart or of its dataset as a file, all that the server gives. */
export function useDownload(): (rows: Rows, format: 'csv' | 'json') => void {
  const store = useExploreStore()
  const contextOf = (rows: Rows): QueryContext | undefined => {
    const { form } = store.getState()
    const datasource = parseDatasource(form.datasource)
    const type = chartType(form.viz_type)
    if (!datasource) return undefined
    if (rows === 'samples') return { datasource, result_type: 'samples', queries: [{ row_limit: 1000 }] }
    const context = type && toQueryContext(type, form, datasource)
    if (!context || !isPivot(form)) return context
    // Totals are part of the picture, not a file beside it.
    return {
      ...context,
      queries: context.queries.slice(0, 1),
      result_type: rows === 'pivoted' ? 'post_processed' : 'full',
    }
  }
  return (rows, format) => {
    const context = contextOf(rows)
    if (!context) return
    const { title, dataset, slice } = store.getState()
    const name = rows === 'samples' ? dataset.table_name : title || dataset.table_name
    downloadChartData(context, format, slice ? { sliceId: slice.id } : {}).then(
      (file) => saveFile(file, fileName(name, format)),
      (error: unknown) =>
        toast.show({
          text: t('The download failed: %s', error instanceof Error ? error.message : String(error)),
          tone: 'danger',
        }),
    )
  }
}
