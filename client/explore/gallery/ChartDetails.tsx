import type { ChartType } from '#charts/chart.ts'
import { ChartThumbnail, exampleUrl } from '#client/chart/ChartThumbnail.tsx'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import styles from './Gallery.module.css'

function Examples({ chart }: { readonly chart: ChartType }) {
  const found = (chart.meta.exampleGallery ?? []).flatMap(({ url, caption }) => {
    const address = exampleUrl(chart.type, url)
    return address ? [{ address, caption }] : []
  })
  if (found.length === 0) return null
  return (
    <div role="group" aria-label={t('Examples')}>
      <h4 className={styles['head']}>{t('Examples')}</h4>
      {found.map(({ address, caption }) => (
        <figure key={address} className={styles['example']}>
          <img src={address} alt={t(caption)} loading="lazy" width={300} />
          <figcaption>{t(caption)}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** What is said of a kind of chart: its picture, name, badge, tags, description and examples. */
export function ChartDetails({ chart }: { readonly chart: ChartType }) {
  const { name, description, category, tags, label, labelExplanation } = chart.meta
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles['details']} aria-label={t('Details')} tabIndex={0}>
      <div className={styles['thumbnail']}>
        <ChartThumbnail vizType={chart.type} isWide />
      </div>
      <div className={styles['name']}>
        <h3>{t(name)}</h3>
        <Badge tone="accent">{t(category)}</Badge>
        {label && (
          <span title={labelExplanation && t(labelExplanation)}>
            <Badge tone={label === 'Deprecated' ? 'warn' : 'good'}>{t(label)}</Badge>
          </span>
        )}
      </div>
      <div className={styles['tags']}>
        {tags.map((tag) => (
          <Badge key={tag} isOutlined>
            {t(tag)}
          </Badge>
        ))}
      </div>
      <p>{description ? t(description) : t('No description available.')}</p>
      <Examples chart={chart} />
    </section>
  )
}
