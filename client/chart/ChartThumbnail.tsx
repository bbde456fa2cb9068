import { useSyncExternalStore } from 'react'
import { onThemeChange, currentTheme } from '#ui/tokens/theme.ts'
import styles from './ChartThumbnail.module.css'
import { thumbnailUrl } from './thumbnails.ts'

interface Props {
  readonly vizType: string
  /** Fills the width of its container. */
  readonly isWide?: boolean
}

/** The thumbnail of a chart type; an empty frame for a type without one. */
export function ChartThumbnail({ vizType, isWide }: Props) {
  const url = thumbnailUrl(vizType, useSyncExternalStore(onThemeChange, currentTheme))
  return (
    <span className={styles['frame']} data-wide={isWide || undefined}>
      {url && <img src={url} alt="" draggable={false} loading="lazy" />}
    </span>
  )
}
