import { useState } from 'react'
import { type FilterDraft, draftOf } from '../filters/filter-draft.ts'
import { useDashboardStore } from '../state/store.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

export type ChangeDraft = (change: (draft: FilterDraft) => FilterDraft) => void

/** The draft of the filter configuration, started from the filters of the dashboard or from `begin`. */
export function useFilterDraft(begin: (draft: FilterDraft) => FilterDraft) {
  const store = useDashboardStore()
  const [start, setStart] = useState<readonly FilterConfig[]>(() => store.getState().filters)
  const [draft, setDraft] = useState<FilterDraft>(() => begin(draftOf(start)))
  const change: ChangeDraft = setDraft
  const startOver = (filters: readonly FilterConfig[]) => {
    setStart(filters)
    setDraft(draftOf(filters))
  }
  const isChanged = draft.removing.length > 0 || JSON.stringify(draft.filters) !== JSON.stringify(start)
  return { draft, change, isChanged, startOver }
}
