import { useEffect } from 'react'
import { useNow } from '#client/chart/use-now.ts'
import { agoText } from '#core/format/ago.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** The state of the draft of unsaved changes in the browser's storage. */
export interface DraftAutosave {
  /** False after the browser's storage has failed. */
  readonly isStored: boolean
  /** When the draft was last saved, in epoch milliseconds; undefined without a draft. */
  readonly savedAt: number | undefined
}

function DraftAge({ at }: { readonly at: number }) {
  const now = useNow()
  return t('Draft saved %s', agoText(now - at))
}

/**
 * When the draft was last saved. It is no live text, which would be announced after each change. A toast reports that
 * the browser stores none.
 */
export function DraftStatus({ isStored, savedAt }: DraftAutosave) {
  useEffect(() => {
    if (!isStored)
      toast.show({ text: t('This browser keeps no copy of unsaved changes. Save often.'), tone: 'warn', seconds: 10 })
  }, [isStored])
  return savedAt === undefined ? null : <DraftAge key={savedAt} at={savedAt} />
}
