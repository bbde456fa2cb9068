import { memo, useId, useRef, useMemo } from 'react'
import { chartType, migrateForm } from '#charts/index.ts'
import type { SavedChart } from './state/saved-charts.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { addNode, offerUndo } from './editor-actions.ts'
import { chartBox, addChartToState } from './add-chart.ts'
import { useDraggable } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './Palette.module.css'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import { useDashboard } from '#client/dashboard/state/store.ts'
import { Preview } from '#client/chart/Preview.tsx'
import { ChartTypeIcon } from '#client/chart/ChartTypeIcon.tsx'

/** The preview of a saved chart; the icon of its type until it is drawn, or if it cannot be. */
function ChartEntryPicture({ chart }: { readonly chart: SavedChart }) {
  const [ref, isSeen] = useHasBeenVisible()
  const dataset = useDashboard(({ datasets }) => datasets[chart.datasource_id])
  const latest = useRef(chart)
  latest.current = chart
  // Queried again when the query changes, not when a reloaded list brings equal data.
  const inputKey = JSON.stringify([chart.params, chart.viz_type, chart.datasource_id])
  const form = useMemo(() => {
    const { params, id, viz_type, datasource_id, datasource_type } = latest.current
    return migrateForm({ ...params, slice_id: id, viz_type, datasource: `${datasource_id}__${datasource_type}` })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the chart
  }, [inputKey])
  return (
    <span ref={ref} className={styles['picture']}>
      {isSeen ? (
        <Preview key={inputKey} form={form} dataset={dataset} isSmall />
      ) : (
        <ChartTypeIcon vizType={chart.viz_type} />
      )}
    </span>
  )
}

const typeName = (vizType: string) => chartType(vizType)?.meta.name ?? vizType

function detailOf(chart: SavedChart): string {
  return [typeName(chart.viz_type), chart.datasource_name_text, chart.changed_on_delta_humanized]
    .filter(Boolean)
    .join(' · ')
}

interface Props {
  readonly chart: SavedChart
  readonly isAdded: boolean
}

/** A saved chart in the palette: drag it to its position, or click it or press Enter to add it. */
export const ChartEntry = memo(function ChartEntry({ chart, isAdded }: Props) {
  const stores = usePointerInput()
  const id = useId()
  const entry = useRef<HTMLDivElement>(null)
  useDraggable(entry, () =>
    isAdded
      ? null
      : {
          dragged: { kind: 'new', node: chartBox(chart) },
          name: chart.slice_name,
          detail: detailOf(chart),
          vizType: chart.viz_type,
          onDropped: () => addChartToState(stores.store, chart),
        },
  )
  const add = (isByKey: boolean) => {
    if (isAdded) return
    addChartToState(stores.store, chart)
    if (addNode(stores, chartBox(chart), isByKey)) offerUndo(stores, t('Added: %s', chart.slice_name))
  }
  return (
    <div
      ref={entry}
      className={styles['entry']}
      role="button"
      tabIndex={0}
      aria-disabled={isAdded || undefined}
      aria-describedby={id}
      aria-label={isAdded ? t('%s, added', chart.slice_name) : t('Add %s', chart.slice_name)}
      // The second click of a double click may be on an entry that has moved under the pointer.
      onClick={({ detail }) => detail < 2 && add(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        add(true)
      }}
    >
      <ChartEntryPicture chart={chart} />
      <span className={styles['words']}>
        <span className={styles['name']}>{chart.slice_name}</span>
        <small id={id} className={styles['detail']} aria-hidden="true">
          {detailOf(chart)}
        </small>
      </span>
      {isAdded && (
        <span aria-hidden="true">
          <Badge>{t('Added')}</Badge>
        </span>
      )}
    </div>
  )
})
