import { useNavigate } from '@tanstack/react-router'
import { AccessRequestList } from '#client/access/AccessRequestList.tsx'
import { AccessContacts } from '#client/access/RequestAccess.tsx'
import { mayUpload } from '#client/upload/may-upload.ts'
import { RunningUploads } from '#client/upload/RunningUploads.tsx'
import { UploadDrop } from '#client/upload/UploadDrop.tsx'
import { UploadPageDrop } from '#client/upload/UploadPageDrop.tsx'
import { HomeHeader } from '#client/lists/home/HomeHeader.tsx'
import { HomeQueries } from '#client/lists/home/HomeQueries.tsx'
import { Tour } from '#client/lists/home/Tour.tsx'
import { RecentList } from '#client/lists/home/Recents.tsx'
import { HomeCharts, HomeDashboards, useNewest } from '#client/lists/home/NewestList.tsx'
import { ExampleLoadBanner, useExampleLoad } from '#client/shell/ExampleLoad.tsx'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'
import styles from './HomePage.module.css'

/** The home page of an empty installation: one centered task. */
function Start({ onLoaded }: { readonly onLoaded: (datasetId: number) => void }) {
  if (!mayUpload())
    return (
      <EmptyState
        isPage
        size="lg"
        icon="dashboard"
        title={t('Welcome to Facet')}
        text={
          <>
            <p>
              {t(
                'You may not see any dashboard or chart yet. Ask an administrator for a role or a dataset; what others share with you appears here.',
              )}
            </p>
            <AccessContacts />
          </>
        }
      />
    )
  return (
    <section className={styles['start']} aria-labelledby="start">
      <h1 id="start">{t('Welcome to Facet')}</h1>
      <p>{t('Begin with a file: Facet reads its columns, makes a dataset of it and opens your first chart.')}</p>
      <RunningUploads />
      <UploadDrop onLoaded={onLoaded} />
      <UploadPageDrop onLoaded={onLoaded} />
      <p>
        <TextLink href="/dataset/list" isUnderlined>
          {t('Or select a table of a database')}
        </TextLink>
      </p>
    </section>
  )
}

/** `/`: recent entities, a drop target for files, the newest dashboards and charts. */
export default function HomePage() {
  const navigate = useNavigate()
  const { user } = session()
  useDocumentTitle(t('Home'))
  const dashboards = useNewest<DashboardResponse>('dashboard', 'all')
  const charts = useNewest<ChartResponse>('chart', 'all')
  // Until it is known which of the two pages is shown, uploads are disabled: switching pages would lose a selected
  // file.
  const isOpen = dashboards.isPending || charts.isPending
  const isLoadingExamples = useExampleLoad().state === 'loading'
  const isNew = dashboards.data?.count === 0 && charts.data?.count === 0 && !isLoadingExamples
  const onLoaded = (id: number) => void navigate({ href: `/explore?dataset_id=${id}` })
  if (isNew)
    return (
      <Page padding="list">
        <ExampleLoadBanner />
        <Start onLoaded={onLoaded} />
      </Page>
    )
  return (
    <Page padding="list">
      <div className={styles['page']}>
        <div className={isOpen ? styles['waits'] : ''}>
          <HomeHeader dashboards={dashboards.data?.count ?? 0} charts={charts.data?.count ?? 0} />
        </div>
        <ExampleLoadBanner />
        {user.userId !== null && (
          <div className={classNames(styles['tour'], isOpen && styles['waits'])} inert={isOpen}>
            <Tour userId={user.userId} />
          </div>
        )}
        {user.userId !== null && <AccessRequestList />}
        {user.userId !== null && <RecentList userId={user.userId} />}
        {mayUpload() && (
          <div className={isOpen ? styles['waits'] : ''} inert={isOpen}>
            <RunningUploads />
            <UploadDrop onLoaded={onLoaded} isRow />
            {!isOpen && <UploadPageDrop onLoaded={onLoaded} />}
          </div>
        )}
        <div className={styles['lists']}>
          <HomeDashboards />
          <HomeCharts />
        </div>
        {hasPermission(user, 'can_read', 'SavedQuery') && <HomeQueries />}
      </div>
    </Page>
  )
}
