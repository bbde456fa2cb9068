import { useState } from 'react'
import type { ChartType } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/input/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { categoriesOf, findCharts, type Shelf } from './find-charts.ts'
import styles from './GalleryDialog.module.css'

const all: readonly ChartType[] = charts

interface ShelvesProps {
  readonly shelf: Shelf
  readonly onChoose: (shelf: Shelf) => void
}

/** All charts, and the categories. */
function Shelves({ shelf, onChoose }: ShelvesProps) {
  const entry = (to: Shelf, label: string) => (
    <Button
      key={label}
      variant="quiet"
      isWide
      isSelected={
        shelf.kind === to.kind && (to.kind === 'all' || (shelf.kind === 'category' && shelf.name === to.name))
      }
      onPress={() => onChoose(to)}
    >
      {label}
    </Button>
  )
  return (
    <nav className={styles['shelves']} aria-label={t('Categories')}>
      {entry({ kind: 'all' }, t('All charts'))}
      <h3 className={styles['head']}>{t('Category')}</h3>
      {categoriesOf(all).map((name) => entry({ kind: 'category', name }, t(name)))}
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

function Details({ chart }: { readonly chart: ChartType }) {
  const { name, description, category, tags } = chart.meta
  return (
    <section className={styles['details']} aria-label={t('Details')}>
      <h3>{t(name)}</h3>
      <p>{description ? t(description) : t('No description available.')}</p>
      <div className={styles['tags']}>
        {[category, ...tags].map((tag) => (
          <Badge key={tag} isOutlined>
            {t(tag)}
          </Badge>
        ))}
      </div>
    </section>
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
  const found = findCharts(all, shelf, search)
  const chart = found.find(({ type }) => type === chosen)
  const take = (type: string) => {
    onTake(type)
    onClose()
  }
  const footer = (
    <>
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
          shelf={shelf}
          onChoose={(next) => {
            setShelf(next)
            setSearch('')
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
          <Tiles found={found} chosen={chosen} onChoose={setChosen} onTake={take} />
        </div>
        {chart && <Details chart={chart} />}
      </div>
    </Modal>
  )
}
