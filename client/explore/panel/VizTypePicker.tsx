import { charts } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/display/icon-paths.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ControlPanel.module.css'

const icons: Record<string, IconName> = {
  echarts_timeseries_line: 'chart-line',
  table: 'table',
  big_number_total: 'chart-number',
  pie: 'chart-pie',
  echarts_timeseries_bar: 'chart-bar',
  echarts_area: 'chart-area',
}

/** The quick tiles of chart types. */
export function VizTypePicker() {
  const store = useExploreStore()
  const vizType = useExplore((state) => state.form.viz_type)
  return (
    <Section title={t('Visualization type')}>
      <div className={styles['tiles']} role="group" aria-label={t('Visualization type')}>
        {charts.map((chart) => (
          <IconButton
            key={chart.type}
            icon={icons[chart.type] ?? 'chart'}
            label={chart.meta.name}
            variant="outlined"
            isSelected={chart.type === vizType}
            onPress={() => actions.setVizType(store, chart.type)}
          />
        ))}
      </div>
    </Section>
  )
}
