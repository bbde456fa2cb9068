import styles from './ChartThumbnail.module.css'

const found = import.meta.glob<string>('../../charts/*/thumbnail.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const urls = new Map(Object.entries(found).map(([path, url]) => [path.split('/').at(-2) as string, url]))

interface Props {
  readonly vizType: string
  /** As wide as what is around it. */
  readonly isWide?: boolean
}

/** The picture of a kind of chart; an empty frame for a kind that has none. */
export function ChartThumbnail({ vizType, isWide }: Props) {
  const url = urls.get(vizType)
  return (
    <span className={styles['frame']} data-wide={isWide || undefined}>
      {url && <img src={url} alt="" draggable={false} loading="lazy" />}
    </span>
  )
}
