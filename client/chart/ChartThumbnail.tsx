import { useSyncExternalStore } from 'react'
import { onThemeChange, shownTheme } from '#ui/tokens/theme.ts'
import styles from './ChartThumbnail.module.css'
import { thumbnailUrl } from './thumbnails.ts'

interface Props {
  readonly vizType: string
  /** As wide as what is around it. */
  readonly isWide?: boolean
}

/** The picture of a kind of chart; an empty frame for a kind that has none. */
export function ChartThumbnail({ vizType, isWide }: Props) {
  const url = thumbnailUrl(vizType, useSyncExternalStore(onThemeChange, shownTheme))
  return (
    <span className={styles['frame']} data-wide={isWide || undefined}>
      {url && <img src={url} alt="" draggable={false} loading="lazy" />}
    </span>
  )
}
