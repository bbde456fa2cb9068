import { useState } from 'react'
import { fetchResource, updateResource } from '#calls/resources.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Button } from '#ui/base/Button.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { visibilityText } from '../properties/visibility.ts'
import { applyStoredProperties } from '../state/apply-stored-properties.ts'
import { type DashboardStore, useDashboard, useDashboardStore } from '../state/store.ts'

async function publish(store: DashboardStore, published: boolean): Promise<void> {
  const { id, version } = store.getState().info
  await updateResource('dashboard', id, { published }, version)
  applyStoredProperties(store, await fetchResource<DashboardResponse>('dashboard', id))
  const { info } = store.getState()
  toast.show({
    text: `${published ? t('Published') : t('Unpublished')}. ${visibilityText(published, info.roles.length > 0)}.`,
    tone: 'good',
    action: { label: t('Undo'), onPress: () => void change(store, !published) },
  })
}

function change(store: DashboardStore, published: boolean): Promise<void> {
  return publish(store, published).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    toast.show({ text: t('Sorry, there was an error saving this dashboard: %s', reason), tone: 'danger' })
  })
}

/**
 * The draft or published status. Users who may edit the dashboard can toggle it; a tooltip says who can see the
 * dashboard.
 */
export function PublishState() {
  const store = useDashboardStore()
  const { published, roles, dash_edit_perm, isManagedExternally } = useDashboard(({ info }) => info)
  const [isBusy, setBusy] = useState(false)
  const name = published ? t('Published') : t('Draft')
  const visibility = visibilityText(published, roles.length > 0)
  if (!dash_edit_perm || isManagedExternally)
    return (
      <Badge tone={published ? 'good' : 'neutral'} isOutlined={!published} title={visibility}>
        {name}
      </Badge>
    )
  const press = () => {
    setBusy(true)
    void change(store, !published).finally(() => setBusy(false))
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      isWrite
      isPending={isBusy}
      tooltip={`${visibility}. ${published ? t('Click to change it to a draft.') : t('Click to publish it.')}`}
      ariaLabel={published ? t('Published. Change to draft') : t('Draft. Publish')}
      onPress={press}
    >
      <Badge tone={published ? 'good' : 'neutral'} isOutlined={!published}>
        {name}
      </Badge>
    </Button>
  )
}
