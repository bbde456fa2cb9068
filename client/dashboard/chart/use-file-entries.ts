import { chartImage } from './chart-image.ts'
import { downloadChartData, type FileFormat } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { fileContext, type Rows, spreads } from '#client/chart/file-context.ts'
import { fileName, saveFile } from '#client/shell/save-file.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { formOf, useDashboard, useDashboardStore } from '../state/store.ts'

const cardOf = (chartId: number) => document.querySelector(`[data-chart="${chartId}"]`)

/** Says what went wrong with a file, which is there or is not: nothing else is lost. */
function sayFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  toast.show({ text: t('The download failed: %s', reason), tone: 'danger' })
}

/** The files a chart of the dashboard can be saved as, under the filters it is drawn with. */
export function useFileEntries(chartId: number, title: string): readonly MenuEntry[] {
  const store = useDashboardStore()
  const canSaveRows = useDashboard(({ info }) => info.superset_can_csv)
  const isSpread = useDashboard(({ charts }) => charts[chartId] !== undefined && spreads(charts[chartId].form_data))
  const saveRows = async (rows: Rows, format: FileFormat) => {
    const form = formOf(store.getState(), chartId)
    const [type, datasource] = [chartType(form?.viz_type ?? ''), parseDatasource(form?.datasource)]
    if (!form || !type || !datasource) return
    const context = fileContext(toQueryContext(type, form, datasource), rows, format)
    saveFile(await downloadChartData(context, format, { sliceId: chartId }), fileName(title, format))
  }
  const saveImage = async () => {
    const card = cardOf(chartId)
    const image = card && (await chartImage(card, title))
    if (image) saveFile(image, fileName(title, 'png'))
    else toast.show({ text: t('This kind of chart has no picture to save: save its rows.'), tone: 'warn' })
  }
  const entry = (id: string, label: string, act: () => Promise<void>) => ({
    id,
    label,
    onAction: () => void act().catch(sayFailure),
  })
  const rows = canSaveRows
    ? [
        entry('csv', isSpread ? t('Original .CSV') : t('.CSV'), () => saveRows('results', 'csv')),
        ...(isSpread ? [entry('pivoted', t('Pivoted .CSV'), () => saveRows('pivoted', 'csv'))] : []),
        entry('xlsx', t('Excel'), () => saveRows(isSpread ? 'pivoted' : 'results', 'xlsx')),
      ]
    : []
  return [
    {
      id: 'download',
      label: t('Download'),
      icon: 'download',
      items: [...rows, entry('png', t('Image'), saveImage)],
    },
  ]
}

/** Shows the chart alone on the whole screen, where the browser lets it. */
export function enterFullscreen(chartId: number): void {
  void cardOf(chartId)
    ?.requestFullscreen?.()
    .catch(() => toast.show({ text: t('The browser did not let the chart fill the screen.'), tone: 'warn' }))
}
