import { withTitle } from '#core/layout/node-changes.ts'
import { type ReactNode, useState } from 'react'
import { type EditDraft, changedProperties } from './state/edit-draft.ts'
import { isSameLayout } from '../state/edit-save.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { useDashboardStore } from '../state/store.ts'
import { DraftBanner } from './DraftBanner.tsx'
import { draftStorageOf } from './use-draft.ts'
import styles from './DraftOffer.module.css'

/** True if a draft differs from the saved dashboard. It does not if the page was reloaded during a save. */
function isNews(draft: EditDraft, { info, layout }: DashboardState): boolean {
  const isSame = draft.title === info.title && draft.published === info.published
  const isSaid = Object.keys(changedProperties(info, { ...info, ...draft.said })).length > 0
  return !isSame || isSaid || !isSameLayout(withTitle(draft.layout, info.title), layout)
}

/**
 * The dashboard page, with an offer to restore the unsaved changes of the last visit. Both appear in the same frame: an
 * offer that came later would move the page, and a press on its header at that moment would be lost.
 */
export function DraftOffer({ children }: { readonly children: ReactNode }) {
  const store = useDashboardStore()
  const [draft, setDraft] = useState(() => {
    const state = store.getState()
    const found = state.info.dash_edit_perm ? draftStorageOf(state).load() : null
    return found && isNews(found, state) ? found : null
  })
  return (
    <div className={styles['page']}>
      {draft && <DraftBanner draft={draft} onDone={() => setDraft(null)} />}
      <div className={styles['rest']}>{children}</div>
    </div>
  )
}
