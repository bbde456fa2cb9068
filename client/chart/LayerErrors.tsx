import { t } from '#core/text/t.ts'
import { InfoTip } from '#ui/overlay/InfoTip.tsx'
import styles from './LayerErrors.module.css'
import { layerFailures } from './layer-failures.ts'
import type { ChartState } from './machine.ts'

/** What failed of the layers laid over a chart, behind a mark in its corner; the chart is drawn without them. */
export function LayerErrors({ chart }: { readonly chart: ChartState }) {
  const failed = layerFailures(chart)
  if (failed.length === 0) return null
  const text = failed.map(([name, error]) => t('Annotation layer %s: %s', name, error)).join('\n')
  return (
    <div className={styles['errors']}>
      <InfoTip text={text} label={text} icon="warning" tone="danger" />
    </div>
  )
}
