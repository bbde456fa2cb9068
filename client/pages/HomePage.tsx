import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CsvDrop } from '#client/lists/CsvDrop.tsx'
import { type HomeKind, listNewest, type Shelf } from '#client/lists/home-lists.ts'
import { Recents } from '#client/lists/Recents.tsx'
import { session } from '#client/session/session.ts'
import { has } from '#core/access/ability.ts'
import type { ChartAnswer, DashboardAnswer, SavedQueryAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './HomePage.module.css'

/** The newest of a kind, on a shelf. What was listed stays until others are here. */
function useNewest<T>(kind: HomeKind, shelf: Shelf) {
  const { userId } = session().user
  return useQuery({
    queryKey: ['list', kind, 'home', shelf],
    queryFn: ({ signal }) => listNewest<T>(kind, shelf, userId, signal),
    placeholderData: keepPreviousData,
  })
}

interface Item {
  readonly key: string
  readonly href: string
  readonly name: string
  readonly when: string | undefined
}

interface ItemsProps {
  readonly title: string
  readonly more: string
  readonly items: readonly Item[]
  readonly empty: string
  readonly shelf?: Shelf
  /** Absent where there are no shelves. */
  readonly onShelf?: (shelf: Shelf) => void
}

function Items({ title, more, items, empty, shelf = 'all', onShelf }: ItemsProps) {
  return (
    <section className={styles['list']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {onShelf && (
          <SegmentedControl<Shelf>
            label={t('Which %s', title)}
            size="sm"
            options={[
              { value: 'all', label: t('All') },
              { value: 'mine', label: t('Mine') },
              { value: 'starred', label: t('Starred') },
            ]}
            value={shelf}
            onChange={onShelf}
          />
        )}
        <TextLink href={more}>{t('View all')}</TextLink>
      </header>
      {items.length === 0 && <p className={styles['quiet']}>{shelf === 'all' ? empty : t('None')}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <TextLink href={item.href} isQuiet>
              {item.name}
            </TextLink>
            <span className={styles['quiet']}>{item.when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Dashboards() {
  const [shelf, setShelf] = useState<Shelf>('all')
  const { data } = useNewest<DashboardAnswer>('dashboard', shelf)
  return (
    <Items
      title={t('Dashboards')}
      more="/dashboard/list"
      empty={t('No dashboards yet')}
      shelf={shelf}
      onShelf={setShelf}
      items={(data?.result ?? []).map((row) => ({
        key: String(row.id),
        href: `/dashboard/${encodeURIComponent(row.slug || String(row.id))}`,
        name: row.dashboard_title || t('[ untitled dashboard ]'),
        when: row.changed_on_delta_humanized,
      }))}
    />
  )
}

function Charts() {
  const [shelf, setShelf] = useState<Shelf>('all')
  const { data } = useNewest<ChartAnswer>('chart', shelf)
  return (
    <Items
      title={t('Charts')}
      more="/chart/list"
      empty={t('No charts yet')}
      shelf={shelf}
      onShelf={setShelf}
      items={(data?.result ?? []).map((row) => ({
        key: String(row.id),
        href: `/explore?slice_id=${row.id}`,
        name: row.slice_name,
        when: row.changed_on_delta_humanized,
      }))}
    />
  )
}

/** The newest of one's own queries, for those who may keep some. */
function SavedQueries() {
  const { data } = useQuery({
    queryKey: ['list', 'saved_query', 'home'],
    queryFn: ({ signal }) => listNewest<SavedQueryAnswer>('saved_query', 'all', null, signal),
  })
  const rows = data?.result ?? []
  // Who keeps none is shown no empty box.
  if (rows.length === 0) return null
  return (
    <Items
      title={t('Saved queries')}
      more="/saved_query/list"
      empty={t('No saved queries yet')}
      items={rows.map((row) => ({
        key: String(row.id),
        href: `/saved_query/list?search=${encodeURIComponent(row.label ?? '')}`,
        name: row.label || t('[ untitled ]'),
        when: row.changed_on_delta_humanized,
      }))}
    />
  )
}

/** Of an empty product: one thing to do, in the middle. */
function Start({ onLoaded }: { readonly onLoaded: (datasetId: number) => void }) {
  return (
    <section className={styles['start']} aria-labelledby="start">
      <h1 id="start">{t('Welcome to Facet')}</h1>
      <p>{t('Begin with a CSV file: Facet reads its columns, makes a dataset of it and opens your first chart.')}</p>
      <CsvDrop onLoaded={onLoaded} />
      <p>
        <TextLink href="/dataset/list" isUnderlined>
          {t('Or choose a table of a database')}
        </TextLink>
      </p>
    </section>
  )
}

/** `/` : what one did last, a place to drop a file, the newest dashboards and charts. */
export default function HomePage() {
  const navigate = useNavigate()
  const { user } = session()
  const dashboards = useNewest<DashboardAnswer>('dashboard', 'all')
  const charts = useNewest<ChartAnswer>('chart', 'all')
  // Which of the two pages this is, is not known yet: a file chosen on one would be lost with it.
  const isOpen = dashboards.isPending || charts.isPending
  const isNew = dashboards.data?.count === 0 && charts.data?.count === 0
  const onLoaded = (id: number) => void navigate({ href: `/explore?dataset_id=${id}` })
  if (isNew)
    return (
      <Page padding="list">
        <Start onLoaded={onLoaded} />
      </Page>
    )
  return (
    <Page padding="list">
      <div className={styles['page']}>
        <h1 className={isOpen ? styles['waits'] : ''}>{t('Good to have you back')}</h1>
        {user.userId !== null && <Recents userId={user.userId} />}
        <div className={isOpen ? styles['waits'] : ''} inert={isOpen}>
          <CsvDrop onLoaded={onLoaded} />
        </div>
        <div className={styles['lists']}>
          <Dashboards />
          <Charts />
          {has(user, 'can_read', 'SavedQuery') && <SavedQueries />}
        </div>
      </div>
    </Page>
  )
}
