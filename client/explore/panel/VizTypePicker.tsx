import { type ComponentProps, memo, useCallback, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import type { ChartType } from '#charts/chart.ts'
import { chartType, quickCharts } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconTile } from '#ui/base/IconTile.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ControlPanel.module.css'

const GalleryDialog = onDemand(async () => (await import('../gallery/GalleryDialog.tsx')).GalleryDialog)

interface TileProps {
  readonly chart: ChartType
  readonly isSelected: boolean
  readonly onTake: (type: string) => void
}

/** Memoized: when the type changes, only two tiles render. */
const Tile = memo(function Tile({ chart, isSelected, onTake }: TileProps) {
  return (
    <IconTile
      icon={chart.meta.icon}
      label={chart.meta.name}
      isSelected={isSelected}
      onPress={() => onTake(chart.type)}
    />
  )
})

/** The gallery with suggestions for the current chart. */
function OpenGallery(props: Pick<ComponentProps<typeof GalleryDialog>, 'onTake' | 'onClose'>) {
  const dataset = useExplore((state) => state.dataset)
  const form = useExplore((state) => state.form)
  return <GalleryDialog vizType={form.viz_type} of={{ dataset, form }} {...props} />
}

/** Selects the chart type: frequent ones as tiles, all others in the gallery. */
export function VizTypePicker() {
  const store = useExploreStore()
  const vizType = useExplore((state) => state.form.viz_type)
  const [isOpen, setOpen] = useState(false)
  const set = useCallback((type: string) => actions.setVizType(store, type), [store])
  const { run } = useRunner()
  const take = (type: string, suggestion?: Parameters<typeof actions.takeSuggestion>[1]) => {
    if (!suggestion) return set(type)
    actions.takeSuggestion(store, suggestion)
    run()
  }
  const isQuick = quickCharts.some(({ type }) => type === vizType)
  const other = isQuick ? undefined : chartType(vizType)
  const gallery = (
    <Button size="sm" variant="quiet" className={styles['link']} onPress={() => setOpen(true)}>
      {t('View all charts')}
    </Button>
  )
  return (
    <Section level={2} title={t('Visualization type')} end={gallery}>
      <div className={styles['tiles']} role="group" aria-label={t('Visualization type')}>
        {quickCharts.map((chart) => (
          <Tile key={chart.type} chart={chart} isSelected={chart.type === vizType} onTake={set} />
        ))}
        {other && <Tile chart={other} isSelected onTake={set} />}
      </div>
      {!isQuick && <p className={styles['type']}>{other ? t(other.meta.name) : vizType}</p>}
      {isOpen && <OpenGallery onTake={take} onClose={() => setOpen(false)} />}
    </Section>
  )
}
