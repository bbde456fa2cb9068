import { downloadChartData } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { fileName, saveFile } from '#client/shell/save-file.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { fileContext, type Rows } from '#client/chart/file-context.ts'
import { useExploreStore } from './state/store.ts'

/** Saves the rows of the chart or of its dataset as a file, all that the server gives. */
export function useDownload(): (rows: Rows, format: 'csv' | 'json') => void {
  const store = useExploreStore()
  const contextOf = (rows: Rows, format: 'csv' | 'json'): QueryContext | undefined => {
    const { form } = store.getState()
    const datasource = parseDatasource(form.datasource)
    const type = chartType(form.viz_type)
    if (!datasource) return undefined
    if (rows === 'samples') return { datasource, result_type: 'samples', queries: [{ row_limit: 1000 }] }
    const context = type && toQueryContext(type, form, datasource)
    return context && fileContext(context, rows, format)
  }
  return (rows, format) => {
    const context = contextOf(rows, format)
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
