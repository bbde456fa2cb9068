import { chartType } from '#charts/index.ts'
import { Icon } from '#ui/base/Icon.tsx'
import styles from './ChartTypeIcon.module.css'

interface Props {
  readonly vizType: string
  /** Fills the width of its container. */
  readonly isWide?: boolean
}

/**
 * The icon of a chart type, shown for a saved chart without a preview. The thumbnail of the type is not used because
 * its example data could be mistaken for the data of the chart.
 */
export function ChartTypeIcon({ vizType, isWide }: Props) {
  return (
    <span className={styles['frame']} data-wide={isWide || undefined} data-kind={vizType}>
      <Icon name={chartType(vizType)?.meta.icon ?? 'chart'} size={isWide ? 24 : 16} />
    </span>
  )
}
