import { type ReactNode, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RowChartPicture, RowDashboardPicture, rowPreviewInput } from '#client/lists/cards/LazyPictures.tsx'
import { useExampleLoad } from '#client/shell/ExampleLoad.tsx'
import { session } from '#client/session/session.ts'
import { DraftMark } from '#client/properties/DraftMark.tsx'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import { hasPermission } from '#core/access/ability.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import styles from './Home.module.css'
import { hrefOf, listNewest, nameOf, type HomeSection } from './home-lists.ts'
import type { TourTarget } from './tour-steps.ts'

type Kind = 'dashboard' | 'chart'

/** Fetches the newest entities of a type in a section. The previous list stays until the new one has loaded. */
export function useNewest<T>(kind: Kind, section: HomeSection) {
  const { userId } = session().user
  return useQuery({
    queryKey: ['list', kind, 'home', section],
    queryFn: ({ signal }) => listNewest<T>(kind, section, userId, signal),
    placeholderData: keepPreviousData,
  })
}

interface Props<R> {
  readonly kind: Kind
  readonly title: string
  readonly more: string
  readonly empty: string
  readonly pictureOf: (row: R) => ReactNode
}

const nothingOn = (section: Exclude<HomeSection, 'all'>) =>
  section === 'mine' ? t('What you own is listed here.') : t('Your favorites are listed here.')

function NewestList<R extends DashboardResponse | ChartResponse>({ kind, title, more, empty, pictureOf }: Props<R>) {
  const [shelf, setShelf] = useState<HomeSection>('all')
  const { data } = useNewest<R>(kind, shelf)
  const rows = data?.result ?? []
  const isLoadingExamples = useExampleLoad().state === 'loading'
  const emptyText = shelf !== 'all' ? nothingOn(shelf) : isLoadingExamples ? t('Loading examples…') : empty
  return (
    <section aria-label={title} data-tour={kind === 'dashboard' ? ('dashboards' satisfies TourTarget) : undefined}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        <SegmentedControl<HomeSection>
          label={t('Which %s', title)}
          isUnderlined
          options={[
            { value: 'all', label: t('All') },
            { value: 'starred', label: t('Favorite') },
            { value: 'mine', label: t('Mine') },
          ]}
          value={shelf}
          onChange={setShelf}
        />
        <span className={styles['more']}>
          <TextLink href={more}>{t('View all')}</TextLink>
        </span>
      </header>
      {data && rows.length === 0 && <p className={styles['quiet']}>{emptyText}</p>}
      <ul className={styles['rows']}>
        {rows.map((row) => (
          <li key={row.id}>
            <FavoriteStar kind={kind} id={row.id} name={nameOf(kind, row)} />
            {pictureOf(row)}
            <span className={styles['name']}>
              <TextLink href={hrefOf(kind, row)} isQuiet>
                {nameOf(kind, row)}
              </TextLink>
            </span>
            <DraftMark kind={kind} id={row.id} />
            <span className={styles['quiet']}>{row.changed_on_delta_humanized}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function HomeDashboards() {
  return (
    <NewestList<DashboardResponse>
      kind="dashboard"
      title={t('Dashboards')}
      more="/dashboard/list"
      empty={
        hasPermission(session().user, 'can_write', 'Dashboard')
          ? t('No dashboards yet. Create one with “New dashboard”.')
          : t('No dashboards yet. Dashboards that are shared with you are listed here.')
      }
      pictureOf={(row) => <RowDashboardPicture dashboard={row} />}
    />
  )
}

export function HomeCharts() {
  return (
    <NewestList<ChartResponse>
      kind="chart"
      title={t('Charts')}
      more="/chart/list"
      empty={
        hasPermission(session().user, 'can_write', 'Chart')
          ? t('No charts yet. Create one with “New chart”, or drop a file above.')
          : t('No charts yet. Charts that are shared with you are listed here.')
      }
      pictureOf={(row) => <RowChartPicture chart={rowPreviewInput(row)} />}
    />
  )
}
