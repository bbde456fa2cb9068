import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { ResourceListProps } from './list-props.ts'
import type { Row } from './use-resource-list.ts'

/** Returns a function that duplicates a row; undefined if not supported or not permitted. */
export function useDuplicate<R extends Row>(
  { name, nameOf, duplicate }: ResourceListProps<R>,
  isAllowed: boolean,
): ((row: R) => void) | undefined {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async (row: R) => duplicate?.copy(row),
    onSuccess: (_, row) => toast.show({ text: t('Duplicated: %s', nameOf(row)) }),
    onError: (error, row) =>
      toast.show({ text: t('There was an issue duplicating: %s', `${nameOf(row)}: ${error.message}`), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['list', name] }),
  })
  return duplicate && isAllowed ? (row) => mutate(row) : undefined
}
