import { useState } from 'react'
import { fetchChart } from '#calls/charts.ts'
import { chartIdsOf } from '#core/layout/charts.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { recentTimestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { toast } from '#ui/overlay/toast.ts'
import type { EditDraft } from './state/edit-draft.ts'
import { edit } from '../state/edit.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { savedChart } from './state/saved-charts.ts'
import { addChartToState } from './add-chart.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import { draftStorageOf } from './use-draft.ts'

/** Offers to restore or discard a draft with unsaved changes. */
export function DraftBanner({ draft, onDone }: { readonly draft: EditDraft; readonly onDone: () => void }) {
  const store = useDashboardStore()
  const [now] = useState(Date.now)
  const version = useDashboard((state) => state.info.version)
  const isBehind = draft.version !== null && version !== undefined && draft.version < version
  const restore = () => {
    const layout = readLayout(draft.layout, newSuffix)
    const { charts } = store.getState()
    // The box of a deleted chart shows a placeholder.
    for (const id of chartIdsOf(layout).filter((each) => !charts[each]))
      fetchChart(id).then(
        (chart) => addChartToState(store, savedChart(chart)),
        () => undefined,
      )
    store.setState({ editMode: true })
    edit(store, ({ info }) => ({
      layout,
      info: { ...info, ...draft.said, title: draft.title, published: draft.published },
    }))
    onDone()
  }
  const drop = () => {
    const storage = draftStorageOf(store.getState())
    storage.forget()
    onDone()
    toast.show({
      text: t('Unsaved changes discarded'),
      action: { label: t('Undo'), onPress: () => storage.keep(draft) && restore() },
    })
  }
  return (
    <Banner
      tone="warn"
      isLive
      actions={
        <>
          <Button isWrite size="sm" variant="primary" onPress={restore}>
            {t('Restore')}
          </Button>
          <Button size="sm" onPress={drop}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      {t('Unsaved changes from %s.', recentTimestampText(draft.keptAt, now))}{' '}
      {isBehind && t('The dashboard has been saved since. Restoring these changes overwrites the saved version.')}
    </Banner>
  )
}
