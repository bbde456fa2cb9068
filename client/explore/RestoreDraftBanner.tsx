import { useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'
import { recentTimestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { discardAutosavedDraft, readAutosavedDraft, restoreAutosavedDraft } from './state/autosaved-draft.ts'
import { useExplore, useExploreStore } from './state/store.ts'

/** Offers unsaved changes from the last visit of this chart, which ended with a closed tab, another page or a crash. */
export function RestoreDraftBanner() {
  const store = useExploreStore()
  const [draft, setDraft] = useState(() => readAutosavedDraft(store, browserStorage()))
  const [now] = useState(Date.now)
  const isNew = useExplore((state) => state.slice === null)
  if (!draft) return null
  const restore = () => {
    restoreAutosavedDraft(store, draft)
    setDraft(null)
  }
  const discard = () => {
    discardAutosavedDraft(store, browserStorage())
    setDraft(null)
  }
  const when = recentTimestampText(draft.keptAt, now)
  const actions = (
    <>
      <Button size="sm" variant="primary" onPress={restore}>
        {t('Restore')}
      </Button>
      <Button size="sm" onPress={discard}>
        {t('Discard')}
      </Button>
    </>
  )
  return (
    <Banner tone="warn" isLive actions={actions}>
      {isNew ? t('Unsaved chart on this dataset from %s.', when) : t('Unsaved changes from %s.', when)}
    </Banner>
  )
}
