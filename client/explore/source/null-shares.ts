import { skipToken, useQuery } from '@tanstack/react-query'
import { createContext, type RefObject, use, useEffect, useMemo, useState } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { fetchNullShares } from '#calls/column-profile.ts'
import { contextOf } from '#controls/dataset-context.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import { nullShareGroups } from '#core/query/null-shares.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { SourceItem } from './source-items.ts'

/** Columns of a dataset whose null shares are queried together. */
interface NullShareGroup {
  readonly datasetId: number
  readonly key: readonly unknown[]
  readonly columns: readonly ProfiledColumn[]
}

type NullShareGroups = ReadonlyMap<string, NullShareGroup>

/** The groups of the shown dataset by column name; a column without a group has no null share. */
export const NullShareContext = createContext<NullShareGroups>(new Map())

/**
 * Returns the groups of a dataset by column name. Empty if counting without a user request would be too expensive, or
 * if the dataset allows only saved metrics.
 */
export function useNullShareGroups(dataset: DatasetResponse): NullShareGroups {
  return useMemo(() => {
    const { id, version, columns, database } = dataset
    const isLocked = contextOf(dataset, { viz_type: '' }).dataset.disallow_adhoc_metrics === true
    const groups = database?.counts_at_once === true && !isLocked ? nullShareGroups(columns ?? []) : []
    return new Map(
      groups.flatMap((group) => {
        const names = group.map(({ column_name }) => column_name)
        const entry = { datasetId: id, key: ['null-shares', id, version, JSON.stringify(names)], columns: group }
        return names.map((name) => [name, entry] as const)
      }),
    )
  }, [dataset])
}

/** Returns true once the element has been visible; it is watched only if `isWatched`. */
function useHasBeenVisible(element: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [hasBeenVisible, setVisible] = useState(false)
  useEffect(() => {
    if (!isWatched || hasBeenVisible || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isWatched, hasBeenVisible])
  return hasBeenVisible
}

/** Returns no shares for a query that the server rejected or that took too long. It is not sent again for other rows. */
function sharesOfFailure(error: unknown): ReadonlyMap<string, number> {
  if (error instanceof ApiResponseError && (error.kind === 'answer' || error.kind === 'timeout')) return new Map()
  throw error
}

const fetchShares = ({ datasetId, columns }: NullShareGroup, signal: AbortSignal) =>
  fetchNullShares(datasetId, columns, signal).catch(sharesOfFailure)

/**
 * Returns the null share of a column, above 0 to 1; undefined without nulls and while unknown. The query of its group is
 * sent when the first of its rows is visible, and cancelled when none is left on the page.
 */
export function useNullShare(row: RefObject<HTMLElement | null>, item: SourceItem): number | undefined {
  const groups = use(NullShareContext)
  const group = item.kind === 'metric' ? undefined : groups.get(item.name)
  const isVisible = useHasBeenVisible(row, group !== undefined)
  const shares = useQuery({
    queryKey: group?.key ?? ['null-shares'],
    queryFn: group && isVisible ? ({ signal }) => fetchShares(group, signal) : skipToken,
    select: (all) => all.get(item.name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return shares.data
}
