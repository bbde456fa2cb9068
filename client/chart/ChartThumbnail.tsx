import styles from './ChartThumbnail.module.css'
import { thumbnailUrl } from './thumbnails.ts'

const examples = import.meta.glob<string>('../../charts/*/example*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The address of a picture of the example gallery of a kind; undefined for one that is not there. */
export const exampleUrl = (vizType: string, name: string): string | undefined =>
  Object.entries(examples).find(([path]) => path.endsWith(`/${vizType}/${name}`))?.[1]

interface Props {
  readonly vizType: string
  /** As wide as what is around it. */
  readonly isWide?: boolean
}

/** The picture of a kind of chart; an empty frame for a kind that has none. */
export function ChartThumbnail({ vizType, isWide }: Props) {
  const url = thumbnailUrl(vizType)
  return (
    <span className={styles['frame']} data-wide={isWide || undefined}>
      {url && <img src={url} alt="" draggable={false} loading="lazy" />}
    </span>
  )
}
