import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { orderFilterSets } from '../filters/filter-sets.ts'
import { useDashboard } from '../state/store.ts'
import { listFilterSets } from '#calls/filter-sets.ts'
import { session } from '#client/session/session.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'

/** True if filter sets are available: the feature flag is on and the user has signed in. */
export function useHasFilterSets(): boolean {
  const userId = useDashboard(({ info }) => info.userId)
  return userId !== null && session().flags.DASHBOARD_NATIVE_FILTERS_SET
}

export interface FilterSets {
  readonly sets: readonly FilterSetResponse[]
  readonly error: Error | null
  /** The outcome of the last change. A failure needs no other report: the input stays and can be saved again. */
  readonly saving: 'idle' | 'saving' | 'fail'
  /** Changes sets on the server, then reloads them. Resolves with true on success. */
  readonly save: (change: () => Promise<unknown>) => Promise<boolean>
}

/** The filter sets of the dashboard. */
export function useFilterSets(): FilterSets {
  const id = useDashboard(({ info }) => info.id)
  const order = useDashboard(({ info }) => info.metadata['filter_sets_order'])
  const [saving, setSaving] = useState<FilterSets['saving']>('idle')
  const client = useQueryClient()
  const queryKey = ['filter-sets', id]
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => listFilterSets(id, signal) })
  const sets = useMemo(() => orderFilterSets(data ?? [], order), [data, order])
  const save = async (change: () => Promise<unknown>) => {
    setSaving('saving')
    try {
      await change()
      await client.invalidateQueries({ queryKey })
      setSaving('idle')
      return true
    } catch {
      setSaving('fail')
      return false
    }
  }
  return { sets, error, saving, save }
}
