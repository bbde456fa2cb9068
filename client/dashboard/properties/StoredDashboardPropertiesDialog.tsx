import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PropertiesDialog } from './PropertiesDialog.tsx'
import { fetchResource } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { newSuffix } from '../state/new-suffix.ts'
import { hydrate } from '../state/hydrate.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'

interface Props {
  readonly id: number
  readonly onClose: () => void
}

/** Creates the state of a dashboard of which only the properties are shown. */
function storeOf(dashboard: DashboardResponse) {
  const none = { charts: [], datasets: [], masks: {}, activeTabs: [], urlParams: {}, wantsEdit: false }
  return createDashboardStore(hydrate({ ...none, dashboard, user: session().user, newSuffix }))
}

/** The properties dialog of a dashboard that is not open, for example in the dashboard list. */
export function StoredDashboardPropertiesDialog({ id, onClose }: Props) {
  const client = useQueryClient()
  const stored = useQuery({
    queryKey: ['dashboard-properties', id],
    queryFn: ({ signal }) => fetchResource<DashboardResponse>('dashboard', id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const store = useMemo(() => stored.data && storeOf(stored.data), [stored.data])
  const close = () => {
    void client.invalidateQueries({ queryKey: ['list'] })
    onClose()
  }
  if (store)
    return (
      <DashboardContext value={store}>
        <PropertiesDialog onClose={close} />
      </DashboardContext>
    )
  return (
    <Modal
      title={t('Dashboard properties')}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('Cancel')}</Button>}
    >
      {stored.error ? (
        <Banner tone="danger" isLive>
          {stored.error.message}
        </Banner>
      ) : (
        <Skeleton shape="block" label={t('Loading the dashboard')} />
      )}
    </Modal>
  )
}
