import { useState } from 'react'
import type { ChartType } from '#charts/chart.ts'
import { allCharts, popularCharts } from '#charts/index.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/input/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { ChartDetails } from './ChartDetails.tsx'
import { byPopularity, categoriesOf, findCharts, isOn, recommendedTags, type Shelf, tagsOf } from './find-charts.ts'
import styles from './GalleryDialog.module.css'

interface ShelvesProps {
  readonly all: readonly ChartType[]
  readonly shelf: Shelf
  readonly onChoose: (shelf: Shelf) => void
}

const isSame = (a: Shelf, b: Shelf) =>
  a.kind === b.kind && (a.kind === 'all' || (b.kind !== 'all' && a.name === b.name))

/** All charts, the tags recommended, the categories and the other tags; with how many stand on each. */
function Shelves({ all, shelf, onChoose }: ShelvesProps) {
  const entry = (to: Shelf, label: string) => (
    <button
      key={label}
      type="button"
      className={styles['shelf']}
      aria-pressed={isSame(shelf, to)}
      onClick={() => onChoose(to)}
    >
      {label}
      <span className={styles['count']} aria-hidden="true">
        {all.filter((each) => isOn(to, each)).length}
      </span>
    </button>
  )
  const part = (title: string, kind: 'category' | 'tag', names: readonly string[]) => (
    <div role="group" aria-label={title}>
      <h3 className={styles['head']}>{title}</h3>
      {names.map((name) => entry({ kind, name }, t(name)))}
    </div>
  )
  return (
    <nav className={styles['shelves']} aria-label={t('Categories')}>
      {entry({ kind: 'all' }, t('All charts'))}
      {part(t('Recommended tags'), 'tag', recommendedTags)}
      {part(t('Category'), 'category', categoriesOf(all))}
      {part(t('Tags'), 'tag', tagsOf(all))}
    </nav>
  )
}

interface TileProps {
  readonly chart: ChartType
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onTake: () => void
}

function Tile({ chart, isChosen, onChoose, onTake }: TileProps) {
  return (
    <button type="button" className={styles['tile']} aria-pressed={isChosen} onClick={onChoose} onDoubleClick={onTake}>
      <ChartThumbnail vizType={chart.type} isWide />
      <span>{t(chart.meta.name)}</span>
    </button>
  )
}

interface TilesProps {
  readonly found: readonly ChartType[]
  readonly chosen: string | undefined
  readonly onChoose: (vizType: string) => void
  readonly onTake: (vizType: string) => void
}

function Tiles({ found, chosen, onChoose, onTake }: TilesProps) {
  if (found.length === 0) return <EmptyState size="sm" title={t('No chart type matches')} />
  return (
    <div className={styles['tiles']} role="group" aria-label={t('Chart types')}>
      {found.map((each) => (
        <Tile
          key={each.type}
          chart={each}
          isChosen={each.type === chosen}
          onChoose={() => onChoose(each.type)}
          onTake={() => onTake(each.type)}
        />
      ))}
    </div>
  )
}

interface Props {
  readonly vizType: string
  readonly onTake: (vizType: string) => void
  readonly onClose: () => void
}

/** All chart types, by category or searched; one is looked at, then taken. */
export function GalleryDialog({ vizType, onTake, onClose }: Props) {
  const [shelf, setShelf] = useState<Shelf>({ kind: 'all' })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | undefined>(vizType)
  const all = byPopularity(allCharts(), popularCharts)
  const found = findCharts(all, shelf, search)
  const chart = found.find(({ type }) => type === chosen)
  const take = (type: string) => {
    onTake(type)
    onClose()
  }
  const footer = (
    <>
      <span className={styles['hint']}>{t('Double-click a chart to take it')}</span>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" isDisabled={!chart} onPress={() => chart && take(chart.type)}>
        {t('Select')}
      </Button>
    </>
  )
  return (
    <Modal
      title={t('Select a visualization type')}
      isOpen
      onClose={onClose}
      size="gallery"
      isFullHeight
      isFlush
      footer={footer}
    >
      <div className={styles['gallery']}>
        <Shelves
          all={all}
          shelf={shelf}
          onChoose={(next) => {
            setShelf(next)
            setSearch('')
            // What is chosen stays where it belongs.
            setChosen((now) => (all.some((each) => each.type === now && isOn(next, each)) ? now : undefined))
          }}
        />
        <div className={styles['middle']}>
          <SearchField
            label={t('Search all charts')}
            placeholder={t('Search all charts')}
            value={search}
            onChange={setSearch}
            isWide
            autoFocus
          />
          <p className={styles['found']} role="status">
            {tn('%s chart', '%s charts', found.length, found.length)}
          </p>
          <Tiles found={found} chosen={chosen} onChoose={setChosen} onTake={take} />
        </div>
        {chart && <ChartDetails chart={chart} />}
      </div>
    </Modal>
  )
}
