import { localNumber } from '#core/format/locale.ts'
import type { FileFormat } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import type { PictureExport } from '#charts/picture-export.tsx'
import { chartType } from '#charts/index.ts'
import { withoutPagination } from '#charts/saved-query-context.ts'
import { exportQueryContext, fullContext, type ExportedRows, rearrangesRows } from '#client/chart/file-context.ts'
import { rowsFile } from '#client/chart/save-rows.ts'
import { session } from '#client/session/session.ts'
import { download } from '#client/shell/downloads.ts'
import { fileName } from '#client/shell/save-file.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useDashboardExports } from '../state/dashboard-exports.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** Menu entries that export the rows of a chart under its current filters. */
function useRowEntries(chartId: number, title: string): readonly MenuEntry[] {
  const store = useDashboardStore()
  const canSave = useDashboard(({ info }) => info.superset_can_csv)
  const form = useDashboard(({ charts }) => charts[chartId]?.form_data)
  const cost = useDashboard(({ charts }) => charts[chartId]?.queriesResponse?.[0]?.cost)
  if (!canSave || !form) return []
  const isSpread = rearrangesRows(form)
  const save = (rows: ExportedRows | 'full', format: FileFormat) => {
    const requestedForm = formDataOf(store.getState(), chartId)
    const [type, datasource] = [chartType(requestedForm?.viz_type ?? ''), parseDatasource(requestedForm?.datasource)]
    if (!requestedForm || !type || !datasource) return
    const fullForm = toQueryContext(type, withoutPagination(requestedForm, session().settings.maxRowLimit), datasource)
    const context =
      rows === 'full'
        ? exportQueryContext(fullContext(fullForm, session().settings.maxRowLimit), 'results', format)
        : exportQueryContext(fullForm, rows, format)
    void download(fileName(title, format), (hand) => rowsFile(context, format, chartId, hand))
  }
  const entry = (id: string, label: string, act: () => void, detail?: string): MenuEntry => ({
    id,
    label,
    onAction: act,
    ...(detail === undefined ? {} : { detail }),
  })
  const { maxRowLimit } = session().settings
  const isPaged = form['server_pagination'] === true
  const isCut = cost?.capped === true && !isPaged
  const first = isCut ? t('The first %s rows', localNumber.format(cost.row_limit)) : undefined
  const limit = isPaged ? t('Up to %s rows', localNumber.format(maxRowLimit)) : first
  return [
    entry('csv', isSpread ? t('Original .CSV') : t('.CSV'), () => save('results', 'csv'), limit),
    ...(isSpread ? [entry('pivoted', t('Pivoted .CSV'), () => save('pivoted', 'csv'))] : []),
    ...(isCut && cost.row_limit < maxRowLimit
      ? [entry('full', t('Full .CSV'), () => save('full', 'csv'), t('Up to %s rows', localNumber.format(maxRowLimit)))]
      : []),
    entry('xlsx', t('Excel'), () => save(isSpread ? 'pivoted' : 'results', 'xlsx'), isSpread ? undefined : limit),
  ]
}

/** Menu entries that save a chart as a file: its rows and its image. */
export function useFileEntries(chartId: number, title: string, drawn: PictureExport | undefined): readonly MenuEntry[] {
  const rows = useRowEntries(chartId, title)
  const sheets = useDashboardExports()
  const saveSvg = () =>
    void download(fileName(title, 'svg'), async () => ({
      content: new Blob([await (drawn as PictureExport).svg()], { type: 'image/svg+xml' }),
    }))
  const pictures: readonly MenuEntry[] = [
    { id: 'png', label: t('Image (PNG)'), onAction: () => sheets.saveChart(chartId, title) },
    {
      id: 'svg',
      label: t('Image (SVG)'),
      onAction: saveSvg,
      isDisabled: drawn === undefined,
      why: drawn === undefined ? t('This kind of chart is not drawn by lines and shapes.') : undefined,
    },
  ]
  return [
    {
      id: 'copy tile',
      label: rows.length === 0 ? t('Copy picture') : t('Copy rows and picture'),
      icon: 'copy',
      keys: 'Ctrl+C',
      onAction: () => sheets.copyChart(chartId),
    },
    { id: 'download', label: t('Download'), icon: 'download', items: [...rows, ...pictures] },
  ]
}
