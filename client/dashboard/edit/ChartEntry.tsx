import { memo, useId, useRef } from 'react'
import { chartType } from '#charts/index.ts'
import type { SavedChart } from './state/saved-charts.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { addNode } from './editor-actions.ts'
import { chartBox, introduceChart } from './add-chart.ts'
import { OwnPicture } from './OwnPicture.tsx'
import { useDraggable } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './Palette.module.css'

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

/** A saved chart in the palette: drag it to its position, or press Enter to add it. */
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
          onDropped: () => introduceChart(stores.store, chart),
        },
  )
  const add = (isByKey: boolean) => {
    if (isAdded) return
    introduceChart(stores.store, chart)
    addNode(stores, chartBox(chart), isByKey)
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
      onDoubleClick={() => add(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        add(true)
      }}
    >
      <OwnPicture chart={chart} />
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
