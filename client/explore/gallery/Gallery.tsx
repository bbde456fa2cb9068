import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { ChartType } from '#charts/chart.ts'
import { allCharts, sortByRank } from '#charts/index.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { ChartDetails } from './ChartDetails.tsx'
import { findCharts, isInSection, matchedTag, type GallerySection } from './find-charts.ts'
import styles from './Gallery.module.css'
import { GallerySections } from './GallerySections.tsx'

interface TilesProps {
  readonly found: readonly ChartType[]
  readonly search: string
  readonly chosen: string | undefined
  readonly onChoose: (vizType: string) => void
  readonly onTake: (vizType: string) => void
}

function Tiles({ found, search, chosen, onChoose, onTake }: TilesProps) {
  const roving = useRovingFocus<HTMLDivElement>()
  if (found.length === 0) return <EmptyState size="sm" title={t('No chart type matches')} />
  return (
    <div className={styles['tiles']} role="group" aria-label={t('Chart types')} {...roving}>
      {found.map((each) => {
        const { type, meta } = each
        const tag = matchedTag(each, search)
        return (
          <button
            key={type}
            type="button"
            className={styles['tile']}
            aria-pressed={type === chosen}
            onClick={() => onChoose(type)}
            onDoubleClick={() => onTake(type)}
            onKeyDown={(event) => {
              // Enter selects a type; on a selected type it confirms.
              if (event.key !== 'Enter' || type !== chosen) return
              event.preventDefault()
              onTake(type)
            }}
          >
            <ChartThumbnail vizType={type} isWide />
            <span>{t(meta.name)}</span>
            {tag !== undefined && <small className={styles['reason']}>{t('Tag: %s', tag)}</small>}
          </button>
        )
      })}
    </div>
  )
}

interface Props {
  readonly chosen: string | undefined
  /** Undefined when the user opens a section without the selected type. */
  readonly onChoose: (vizType: string | undefined) => void
  readonly onTake: (vizType: string) => void
  /** Suggestions on the user's data, in a separate section; absent for none. */
  readonly forData?: ReactNode
  /** True if that section is open initially. */
  readonly opensData?: boolean
  /** True if the user's data have a time column; undefined if unknown. */
  readonly hasTime?: boolean | undefined
  readonly autoFocus?: boolean
}

/** All chart types, by category or search, with the details of the selected one. */
export function Gallery(props: Props) {
  const { chosen, onChoose, onTake, forData, opensData = false, hasTime, autoFocus = false } = props
  const [shelf, setShelf] = useState<GallerySection>({ kind: opensData && forData ? 'data' : 'all' })
  const [search, setSearch] = useState('')
  const all = sortByRank(allCharts())
  const found = findCharts(all, shelf, search)
  const isOfData = shelf.kind === 'data' && search.trim() === ''
  const chart = found.find(({ type }) => type === chosen)
  const open = (next: GallerySection) => {
    setShelf(next)
    setSearch('')
    // Keep the selection if the section contains it.
    if (!all.some((each) => each.type === chosen && isInSection(next, each))) onChoose(undefined)
  }
  /** Enter in the search field selects the first result; a second Enter confirms it. */
  const takeFirst = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || search.trim() === '' || !first) return
    event.preventDefault()
    if (chart) onTake(chart.type)
    else onChoose(first.type)
  }
  return (
    <div className={styles['gallery']}>
      <GallerySections all={all} shelf={shelf} hasData={Boolean(forData)} onChoose={open} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key comes from the field within */}
      <div className={styles['middle']} onKeyDown={takeFirst}>
        <SearchField
          label={t('Search all charts')}
          placeholder={t('Search all charts')}
          value={search}
          onChange={setSearch}
          isWide
          autoFocus={autoFocus}
        />
        {isOfData ? (
          <section className={styles['data']} aria-label={t('For your data')}>
            {forData}
          </section>
        ) : (
          <>
            <p className={styles['found']} role="status">
              {tn('%s chart', '%s charts', found.length, found.length)}
            </p>
            <Tiles found={found} search={search} chosen={chosen} onChoose={onChoose} onTake={onTake} />
          </>
        )}
      </div>
      {chart && <ChartDetails chart={chart} hasTime={hasTime} onTag={(name) => open({ kind: 'tag', name })} />}
    </div>
  )
}
