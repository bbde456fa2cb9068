import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** The state of a list, as stored in its URL. */
export interface ListState {
  readonly search: string
  /** Zero-based. */
  readonly page: number
  readonly order: string
  readonly isDescending: boolean
  /** The filter values by filter id. */
  readonly filters: Readonly<Record<string, string>>
}

export const PAGE_SIZE = 25
const DEFAULT_ORDER = 'changed_on_delta_humanized'

const OWN = ['search', 'page', 'order', 'direction', 'upload']

/**
 * Parses the state from the URL: `search`, `page` (from 1), `order`, `direction`; `upload` opens a dialog; all other
 * parameters are filters. Invalid values fall back to the default.
 */
export function readListState(params: Readonly<Record<string, string | number | boolean | undefined>>): ListState {
  const page = Number(params['page'] ?? 1)
  return {
    search: String(params['search'] ?? ''),
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    order: String(params['order'] || DEFAULT_ORDER),
    isDescending: params['direction'] !== 'asc',
    filters: Object.fromEntries(
      Object.entries(params).flatMap(([name, value]) =>
        OWN.includes(name) || value === undefined || value === '' ? [] : [[name, String(value)]],
      ),
    ),
  }
}

/** A sort column and its direction. */
export type SortOrder = Pick<ListState, 'order' | 'isDescending'>

/** Replaces the default sort order with `order`, because not every resource can be sorted by its last change. */
export const withSortOrder = (state: ListState, order: SortOrder | undefined): ListState =>
  order !== undefined && state.order === DEFAULT_ORDER ? { ...state, ...order } : state

/** Returns the URL parameters of a state, without defaults. */
export function printListState(state: ListState): Record<string, string> {
  return {
    ...(state.search ? { search: state.search } : {}),
    ...(state.page > 0 ? { page: String(state.page + 1) } : {}),
    ...(state.order !== DEFAULT_ORDER ? { order: state.order } : {}),
    ...(state.isDescending ? {} : { direction: 'asc' }),
    ...state.filters,
  }
}

/**
 * Returns the list's state and a function that changes it. Every change except of the page resets to the first page. A
 * change during navigation to another page is dropped.
 */
export function useListState(): [ListState, (patch: Partial<ListState>) => void] {
  const router = useRouter()
  const [list] = useState(router.latestLocation.pathname)
  const state = readListState(useSearch({ strict: false }))
  const change = (patch: Partial<ListState>) => {
    const { pathname } = router.latestLocation
    if (pathname !== list) return
    const next = { ...state, page: 0, ...patch }
    void router.navigate({ to: pathname, search: printListState(next), replace: true } as never)
  }
  return [state, change]
}
