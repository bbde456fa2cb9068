import { lazy, memo, Suspense, useCallback, useState } from 'react'
import type { ChartType } from '#charts/chart.ts'
import { charts, chartType } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/display/icon-paths.ts'
import { Button } from '#ui/input/Button.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ControlPanel.module.css'

const GalleryDialog = lazy(() =>
  import('../gallery/GalleryDialog.tsx').then((module) => ({ default: module.GalleryDialog })),
)

/** The chart types at hand, in their order. */
const QUICK: Readonly<Record<string, IconName>> = {
  echarts_timeseries_line: 'chart-line',
  table: 'table',
  big_number_total: 'chart-number',
  pie: 'chart-pie',
  echarts_timeseries_bar: 'chart-bar',
  echarts_area: 'chart-area',
}

/** Pictures of some that come from the gallery. */
const OTHERS: Readonly<Record<string, IconName>> = { time_table: 'rows', pivot_table_v2: 'table', deck_scatter: 'pin' }

const all: readonly ChartType[] = charts
const quick = Object.keys(QUICK).flatMap((type) => all.find((each) => each.type === type) ?? [])

interface TileProps {
  readonly chart: ChartType
  readonly isSelected: boolean
  readonly onTake: (type: string) => void
}

/** Two of them change with the type; the others stay as they are drawn. */
const Tile = memo(function Tile({ chart, isSelected, onTake }: TileProps) {
  return (
    <IconButton
      icon={QUICK[chart.type] ?? OTHERS[chart.type] ?? 'chart'}
      label={chart.meta.name}
      variant="outlined"
      isSelected={isSelected}
      onPress={() => onTake(chart.type)}
    />
  )
})

/** The chart type: quick tiles, and all others in a gallery. */
export function VizTypePicker() {
  const store = useExploreStore()
  const vizType = useExplore((state) => state.form.viz_type)
  const [isOpen, setOpen] = useState(false)
  const set = useCallback((type: string) => actions.setVizType(store, type), [store])
  const other = QUICK[vizType] === undefined ? chartType(vizType) : undefined
  const gallery = (
    <Button size="sm" variant="quiet" onPress={() => setOpen(true)}>
      {t('View all charts')}
    </Button>
  )
  return (
    <Section level={2} title={t('Visualization type')} end={gallery}>
      <div className={styles['tiles']} role="group" aria-label={t('Visualization type')}>
        {quick.map((chart) => (
          <Tile key={chart.type} chart={chart} isSelected={chart.type === vizType} onTake={set} />
        ))}
        {other && <Tile chart={other} isSelected onTake={set} />}
      </div>
      {QUICK[vizType] === undefined && <p className={styles['type']}>{other ? t(other.meta.name) : vizType}</p>}
      <Suspense fallback={null}>
        {isOpen && <GalleryDialog vizType={vizType} onTake={set} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  )
}
