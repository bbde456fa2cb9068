import { useSyncExternalStore } from 'react'
import type { ChartType } from '#charts/chart.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { exampleUrl } from '#client/chart/thumbnails.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { onThemeChange, currentTheme } from '#ui/tokens/theme.ts'
import styles from './Gallery.module.css'
import { requirementsOf } from './chart-requirements.ts'

function Examples({ chart }: { readonly chart: ChartType }) {
  const background = useSyncExternalStore(onThemeChange, currentTheme)
  const found = (chart.meta.exampleGallery ?? []).flatMap(({ url, caption }) => {
    const address = exampleUrl(chart.type, url, background)
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

function Needs({ chart, hasTime }: Pick<Props, 'chart' | 'hasTime'>) {
  const needs = requirementsOf(chart, hasTime)
  if (needs.length === 0) return null
  return (
    <div role="group" aria-label={t('Needs')}>
      <h4 className={styles['head']}>{t('Needs')}</h4>
      <ul className={styles['needs']}>
        {needs.map(({ text, isMet }) => (
          <li key={text} data-missing={isMet === false || undefined}>
            {isMet !== undefined && <Icon name={isMet ? 'check' : 'warning'} size={14} />}
            {isMet === false ? t('%s: the dataset has none', text) : text}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Props {
  readonly chart: ChartType
  /** True if the data have a time column; undefined if unknown. */
  readonly hasTime?: boolean | undefined
  /** Called when a tag is pressed, to open its section. */
  readonly onTag?: (tag: string) => void
}

/** The details of a chart type: image, name, badge, tags, description, required controls and examples. */
export function ChartDetails({ chart, hasTime, onTag }: Props) {
  const { name, description, category, tags, label, labelExplanation } = chart.meta
  const roving = useRovingFocus<HTMLDivElement>()
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
      <div className={styles['tags']} role="group" aria-label={t('Tags')} {...roving}>
        {tags.map((tag) => (
          <button key={tag} type="button" className={styles['tag']} onClick={() => onTag?.(tag)}>
            <Badge isOutlined>{t(tag)}</Badge>
          </button>
        ))}
      </div>
      <p>{description ? t(description) : t('No description available.')}</p>
      <Needs chart={chart} hasTime={hasTime} />
      <Examples chart={chart} />
    </section>
  )
}
