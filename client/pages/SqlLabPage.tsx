import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { fetchSqlLab } from '#calls/sqllab.ts'
import { session } from '#client/session/session.ts'
import { LoadError } from '#client/shell/LoadError.tsx'
import { openRequest, requestedFields, requestedTab } from '#client/sqllab/open-request.ts'
import { createSqlLabStore, type SqlLabStore } from '#client/sqllab/state/store.ts'
import { SqlLabView } from '#client/sqllab/SqlLabView.tsx'
import { openTab } from '#client/sqllab/tab-actions.ts'
import type { Bootstrap } from '#core/session/bootstrap.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { toast } from '#ui/overlay/toast.ts'

/** Bootstrap objects whose posted SQL has been opened, so that going back to the page does not open it again. */
const openedBootstraps = new WeakSet<Bootstrap>()

/** Opens the SQL posted by a form, else what the URL names; an editor without tabs gets an empty one. */
async function open(store: SqlLabStore, search: Readonly<Record<string, unknown>>): Promise<void> {
  const bootstrap = session()
  if (bootstrap.requestedQuery && !openedBootstraps.has(bootstrap)) {
    openedBootstraps.add(bootstrap)
    openTab(store, requestedTab(bootstrap.requestedQuery))
    return
  }
  const request = openRequest(search)
  try {
    if (request) openTab(store, await requestedFields(request))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    toast.show({ text: t('The query could not be opened: %s', message), tone: 'danger' })
  }
  if (store.getState().tabs.length === 0) openTab(store, {})
}

/** `/sqllab`: the SQL editor. */
export default function SqlLabPage() {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const [store, setStore] = useState<SqlLabStore>()
  const start = useQuery({
    queryKey: ['sqllab'],
    queryFn: ({ signal }) => fetchSqlLab(signal),
    // Tabs change on this page, so each visit fetches them again.
    gcTime: 0,
    staleTime: Infinity,
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (!start.data || isStarted.current) return
    isStarted.current = true
    const newStore = createSqlLabStore(start.data)
    void open(newStore, search).then(() => {
      setStore(newStore)
      // A reload shows the tab again and does not open a second one.
      if (openRequest(search)) void navigate({ href: '/sqllab', replace: true })
    })
  }, [start.data, search, navigate])
  if (store) return <SqlLabView store={store} />
  if (start.isError)
    return (
      <LoadError
        title={t('The SQL editor cannot be shown')}
        error={start.error}
        missing={t('The SQL editor is not there')}
        way={{ href: '/', text: t('Home') }}
      />
    )
  return (
    <Page header={<PageHeader title={t('SQL editor')} />}>
      <Skeleton shape="lines" label={t('Loading the SQL editor')} />
    </Page>
  )
}
