import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DeletedItemResponse,
  type DeletedItemType,
  listRecycleBin,
  purgeRecycleBin,
} from '#calls/deleted-items.ts'
import { restoreResource } from '#calls/resources.ts'
import { t, tn } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { restoredMessage } from './restored-message.ts'

const PAGE_SIZE = 25

/** Fetches a page of deleted entities of a type; the previous page stays until it has loaded. */
export function useRecycleBin(name: DeletedItemType, page: number) {
  return useQuery({
    queryKey: ['list', name, 'bin', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listRecycleBin(name, { page, page_size: PAGE_SIZE }, signal),
  })
}

/** Returns the actions on rows of the bin; they refresh all lists of the type. */
export function useTrashActions(name: DeletedItemType) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['list', name] })
  const fail = (words: string) => (error: Error) =>
    toast.show({ text: t('%s: %s', words, error.message), tone: 'danger' })
  const restore = useMutation({
    mutationFn: async (rows: readonly DeletedItemResponse[]) => {
      for (const row of rows) {
        const { changes } = await restoreResource(name, row.id)
        toast.show({ text: restoredMessage(row.name, changes) })
      }
    },
    onError: fail(t('Not everything could be restored')),
    onSettled: refresh,
  })
  const purge = useMutation({
    mutationFn: (rows: readonly DeletedItemResponse[] | undefined) =>
      purgeRecycleBin(
        name,
        rows?.map(({ id }) => id),
      ),
    onSuccess: ({ count }) =>
      toast.show({ text: tn('%s item deleted for good', '%s items deleted for good', count, count) }),
    onError: fail(t('The bin could not be emptied')),
    onSettled: refresh,
  })
  return { restore: restore.mutate, purge: purge.mutate, isPending: restore.isPending || purge.isPending }
}
