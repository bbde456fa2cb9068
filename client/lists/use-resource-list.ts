import { useEffect } from 'react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteResource,
  deleteResources,
  type ListQuery,
  listResource,
  type ResourceName,
  fetchResourceInfo,
  restoreResource,
} from '#calls/resources.ts'
import { runDeletion } from '#client/session/deleted-resources.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { conditionsOf, type ListFilter } from './list-filter.ts'
import { hasPerm } from './has-perm.ts'
import { type ListState, PAGE_SIZE } from './list-state.ts'
import { restoredMessage } from './bin/restored-message.ts'
import type { RemovalTexts } from './removal-texts.ts'

/** A row of a list: an id and the user's permissions. */
export interface Row {
  readonly id: number
  readonly abilities?: { readonly can_delete: boolean; readonly can_write: boolean }
}

export const mayDelete = (row: Row): boolean => row.abilities?.can_delete !== false

export type SearchFilter = (text: string) => NonNullable<ListQuery['filters']>[number]

/** Fetches the page of a list; the previous page stays until it has loaded. */
export function useRows<R extends Row>(
  name: ResourceName,
  state: ListState,
  searchFilter: SearchFilter,
  filters: readonly ListFilter[] = [],
) {
  return useQuery({
    queryKey: ['list', name, state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      listResource<R>(
        name,
        {
          order_column: state.order,
          order_direction: state.isDescending ? 'desc' : 'asc',
          page: state.page,
          page_size: PAGE_SIZE,
          filters: [...(state.search ? [searchFilter(state.search)] : []), ...conditionsOf(filters, state.filters)],
        },
        signal,
      ),
  })
}

/** Returns a function that fetches a list and its permissions again. */
export function useRetry(name: ResourceName): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['info', name] })
    void client.invalidateQueries({ queryKey: ['list', name] })
  }
}

/** Handles the error of a deletion; returns false if it is to be reported as usual. */
export type RemovalErrorHandler<R extends Row> = (error: Error, rows: readonly R[]) => boolean

/** Deletes rows, reports it and offers undo. */
export function useDelete<R extends Row>(
  name: ResourceName,
  nameOf: (row: R) => string,
  words: RemovalTexts,
  onRemovalError?: RemovalErrorHandler<R>,
) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['list', name] })
  const restore = (rows: readonly R[]) =>
    void Promise.all(
      rows.map(async (row) => {
        const { changes } = await restoreResource(name, row.id)
        if (changes) toast.show({ text: restoredMessage(nameOf(row), changes) })
      }),
    )
      .catch((error: Error) => toast.show({ text: error.message, tone: 'danger' }))
      .then(refresh)
  return useMutation({
    mutationFn: (rows: readonly R[]) => {
      const ids = rows.map((row) => row.id)
      return runDeletion(client, name, ids, () =>
        ids[0] !== undefined && ids.length === 1 ? deleteResource(name, ids[0]) : deleteResources(name, ids),
      )
    },
    onSuccess: (_answer, rows) => {
      void refresh()
      toast.show({
        text: words.done(rows.map(nameOf).join(', ')),
        action: { label: t('Undo'), onPress: () => restore(rows) },
      })
    },
    onError: (error, rows) => {
      if (onRemovalError?.(error, rows)) return
      toast.show({ text: `${words.failed(rows.map(nameOf).join(', '))}: ${error.message}`, tone: 'danger' })
    },
  })
}

/** Fetches the user's permissions for the resource; until they have loaded, everything counts as permitted. */
export function usePerms(name: ResourceName, noun: string): (permission: string) => boolean {
  const info = useQuery({ queryKey: ['info', name], queryFn: () => fetchResourceInfo(name) })
  const problem = info.error?.message
  useEffect(() => {
    if (problem === undefined) return
    const text = t('An error occurred while fetching %s info: %s', noun, problem)
    const id = toast.show({ text, tone: 'danger' })
    // A successful retry removes the message.
    return () => toast.close(id)
  }, [noun, problem])
  return hasPerm(info.data?.permissions)
}
