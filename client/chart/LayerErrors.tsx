import { t } from '#core/text/t.ts'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import styles from './LayerErrors.module.css'
import { layerFailures } from './layer-failures.ts'
import type { ChartState } from './chart-state.ts'

/** A mark in the corner of the chart that lists the annotation layers and overlaid charts that failed. */
export function LayerErrors({ chart }: { readonly chart: ChartState }) {
  const charts = (chart.queriesResponse ?? []).flatMap(({ error }) => error ?? [])
  const layers = layerFailures(chart).map(([name, error]) => t('Annotation layer %s: %s', name, error))
  const text = [...charts, ...layers].join('\n')
  if (text === '') return null
  return (
    <div className={styles['errors']}>
      <InfoTooltip text={text} label={text} icon="warning" tone="danger" />
    </div>
  )
}
