import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { rowsFile } from '#client/chart/save-rows.ts'
import { download } from '#client/shell/downloads.ts'
import { fileName } from '#client/shell/save-file.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { withoutPagination } from '#charts/saved-query-context.ts'
import { exportQueryContext, type ExportedRows } from '#client/chart/file-context.ts'
import { session } from '#client/session/session.ts'
import { useExploreStore } from '#client/explore/state/store.ts'

/** Returns a function that saves the rows of the chart or of its dataset as a file, up to the server's limit. */
export function useDownload(): (rows: ExportedRows, format: 'csv' | 'json') => void {
  const store = useExploreStore()
  const contextOf = (rows: ExportedRows, format: 'csv' | 'json'): QueryContext | undefined => {
    const { form } = store.getState()
    const datasource = parseDatasource(form.datasource)
    const type = chartType(form.viz_type)
    if (!datasource) return undefined
    if (rows === 'samples') return { datasource, result_type: 'samples', queries: [{ row_limit: 1000 }] }
    const fullContext = withoutPagination(form, session().settings.maxRowLimit)
    const context = type && toQueryContext(type, fullContext, datasource)
    return context && exportQueryContext(context, rows, format)
  }
  return (rows, format) => {
    const context = contextOf(rows, format)
    if (!context) return
    const { title, dataset, slice } = store.getState()
    const name = rows === 'samples' ? dataset.table_name : title || dataset.table_name
    void download(fileName(name, format), (hand) => rowsFile(context, format, slice?.id, hand))
  }
}
