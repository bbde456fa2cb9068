import { useState } from 'react'
import { fetchRecentActivity } from '#calls/charts.ts'
import { browserStorage } from '#client/session/storage.ts'
import { DraftMark } from '#client/properties/DraftMark.tsx'
import { useResource } from '#client/session/use-resource.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import styles from './Home.module.css'
import { hrefOf, listRecentlyEdited, MAX_RECENTS, nameOf, type RecentEntity } from './home-lists.ts'
import type { TourTarget } from './tour-steps.ts'
import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { DataAgeContext, useDataAge, useOldestData } from '#client/chart/data-age.tsx'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import { LazyDashboardPreview, LazyChartPicture, rowPreviewInput } from '#client/lists/cards/LazyPictures.tsx'

/**
 * Fetches the row of a viewed entity, of which the log stores only the id. The list request does not count as a view.
 */
function useRow({ kind, id, row }: RecentEntity, isSeen: boolean) {
  const found = useQuery({
    queryKey: ['list', kind, 'one', id],
    queryFn: ({ signal }) => {
      const filters = [{ col: 'id', opr: 'eq', value: id }]
      return listResource<DashboardResponse | ChartResponse>(kind, { filters, page: 0, page_size: 1 }, signal)
    },
    enabled: isSeen && row === undefined,
    retry: false,
  })
  return row ?? found.data?.result[0]
}

/** The preview of a recent entity, drawn from its own data when visible. */
function RecentPicture({ recent }: { readonly recent: RecentEntity }) {
  const [ref, isSeen] = useHasBeenVisible()
  const row = useRow(recent, isSeen)
  return (
    <span ref={ref} className={styles['picture']} aria-hidden="true">
      {row && recent.kind === 'dashboard' && <LazyDashboardPreview dashboard={row as DashboardResponse} />}
      {row && recent.kind === 'chart' && <LazyChartPicture chart={rowPreviewInput(row as ChartResponse)} />}
    </span>
  )
}

interface CardProps {
  readonly recent: RecentEntity
  readonly when: string | undefined
}

/** A recent entity: its picture, its name, and below it when it was opened and the age of its data. */
function RecentCard({ recent, when }: CardProps) {
  const { oldest, report } = useOldestData()
  const age = useDataAge(oldest)
  return (
    <li>
      <DataAgeContext value={report}>
        <RecentPicture recent={recent} />
      </DataAgeContext>
      <TextLink href={recent.href} isQuiet>
        {recent.name}
      </TextLink>
      <span className={styles['when']}>
        <Icon name={recent.kind} size={12} />
        {when}
        <DraftMark kind={recent.kind} id={recent.id} />
      </span>
      {/* The line keeps its height, so that the page does not move when the age arrives with the picture. */}
      <span className={styles['when']}>{age}</span>
    </li>
  )
}

const tabs = ['viewed', 'edited', 'created'] as const
/** The action by which the entities are listed. */
type Tab = (typeof tabs)[number]

const REMEMBERED = 'homepage_activity_filter'

function storedTab(): Tab {
  const known = browserStorage()?.getItem(REMEMBERED)
  return tabs.find((each) => each === known) ?? 'viewed'
}

/** Returns the last number in a URL, which is the id of its entity. */
const idIn = (address: string) => Number(/(\d+)\D*$/.exec(address)?.[1] ?? 0)

async function fetchViewed(userId: number): Promise<readonly RecentEntity[]> {
  const seen = (await fetchRecentActivity(userId)).filter(({ item_type }) => item_type)
  const byAddress = new Map(seen.map((each) => [each.item_url, each]))
  return [...byAddress.values()].map((each) => ({
    kind: each.item_type === 'dashboard' ? 'dashboard' : 'chart',
    id: idIn(each.item_url),
    href: each.item_url,
    name: each.item_title || nameOf('dashboard', { dashboard_title: '' }),
    when: each.time_delta_humanized,
  }))
}

type DatedRow<R> = R & { readonly changed_on_utc?: string; readonly created_on_delta_humanized?: string }

/** Returns charts and dashboards together, last changed first. */
async function written(
  userId: number,
  tab: 'edited' | 'created',
  signal: AbortSignal,
): Promise<readonly RecentEntity[]> {
  const col = tab === 'edited' ? 'changed_by' : 'created_by'
  const [boards, charts] = await Promise.all([
    listRecentlyEdited<DatedRow<DashboardResponse>>('dashboard', col, userId, signal),
    listRecentlyEdited<DatedRow<ChartResponse>>('chart', col, userId, signal),
  ])
  const rows = [
    ...boards.result.map((row) => ({ kind: 'dashboard' as const, row })),
    ...charts.result.map((row) => ({ kind: 'chart' as const, row })),
  ]
  return rows
    .toSorted((a, b) => (b.row.changed_on_utc ?? '').localeCompare(a.row.changed_on_utc ?? ''))
    .map(({ kind, row }) => ({
      kind,
      row,
      id: row.id,
      href: hrefOf(kind, row),
      name: nameOf(kind, row),
      when: tab === 'created' ? row.created_on_delta_humanized : row.changed_on_delta_humanized,
    }))
}

const texts = (): Readonly<Record<Tab, { readonly empty: string; readonly when: (ago: string) => string }>> => ({
  viewed: { empty: t('What you open is listed here.'), when: (ago) => t('Viewed %s', ago) },
  edited: { empty: t('What you change is listed here.'), when: (ago) => t('Edited %s', ago) },
  created: { empty: t('What you make is listed here.'), when: (ago) => t('Created %s', ago) },
})

/** The entities that a user has recently viewed, edited and created. */
export function RecentList({ userId }: { readonly userId: number }) {
  const [tab, setTab] = useState<Tab>(storedTab)
  const { resource: recents, error } = useResource(['recents', userId, tab], (signal) =>
    tab === 'viewed' ? fetchViewed(userId) : written(userId, tab, signal),
  )
  const choose = (next: Tab) => {
    setTab(next)
    browserStorage()?.setItem(REMEMBERED, next)
  }
  const { empty, when: whenText } = texts()[tab]
  return (
    <section aria-label={t('Recents')} className={styles['recents']} data-tour={'recents' satisfies TourTarget}>
      <header className={styles['head']}>
        <h2>{t('Recents')}</h2>
        <SegmentedControl<Tab>
          label={t('Which recents')}
          isUnderlined
          options={[
            { value: 'viewed', label: t('Viewed') },
            { value: 'edited', label: t('Edited') },
            { value: 'created', label: t('Created') },
          ]}
          value={tab}
          onChange={choose}
        />
      </header>
      {error && <ErrorPanel title={t('There was an error fetching your recent activity:')} text={error.message} />}
      {recents?.length === 0 && <p className={styles['quiet']}>{empty}</p>}
      <ul className={styles['cards']}>
        {(recents ?? []).slice(0, MAX_RECENTS).map((recent) => (
          <RecentCard key={recent.href} recent={recent} when={recent.when && whenText(recent.when)} />
        ))}
      </ul>
    </section>
  )
}
