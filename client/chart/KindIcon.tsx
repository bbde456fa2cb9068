import { chartType } from '#charts/index.ts'
import { Icon } from '#ui/base/Icon.tsx'
import styles from './KindIcon.module.css'

interface Props {
  readonly vizType: string
  /** As wide as what is around it. */
  readonly isWide?: boolean
}

/**
 * What stands in the place of a saved chart's own picture: the icon of its kind. The picture of the kind shows data of the
 * examples, which would be taken for those of the chart.
 */
export function KindIcon({ vizType, isWide }: Props) {
  return (
    <span className={styles['frame']} data-wide={isWide || undefined} data-kind={vizType}>
      <Icon name={chartType(vizType)?.meta.icon ?? 'chart'} size={isWide ? 24 : 16} />
    </span>
  )
}
