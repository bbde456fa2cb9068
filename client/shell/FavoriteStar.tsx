import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { isFavorite, setFavorite } from '#calls/favorites.ts'
import { fetchUnlessDeleted } from '#client/session/deleted-resources.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { toast } from '#ui/overlay/toast.ts'
import styles from './FavoriteStar.module.css'

interface Props {
  readonly kind: 'chart' | 'dashboard'
  readonly id: number
  readonly name: string
}

const isMissing = (error: unknown) =>
  error instanceof ApiResponseError && (error.kind === 'abort' || error.status === 404)

/** The favorite star of one row; updates optimistically and reverts if the server rejects the change. */
export function FavoriteStar({ kind, id, name }: Props) {
  const client = useQueryClient()
  const key = ['favorite', kind, id]
  const status = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchUnlessDeleted(kind, id, signal, () => isFavorite(kind, id, signal)),
  })
  // Another user may delete the row before its status is read.
  const problem = isMissing(status.error) ? undefined : status.error?.message
  useEffect(() => {
    if (problem !== undefined)
      toast.show({ text: t('There was an error fetching the favorite status: %s', problem), tone: 'danger' })
  }, [problem])
  const change = useMutation({
    mutationFn: (value: boolean) => setFavorite(kind, id, value),
    onMutate: (value) => client.setQueryData(key, value),
    onError: (error, value) => {
      client.setQueryData(key, !value)
      toast.show({ text: t('There was an error saving the favorite status: %s', error.message), tone: 'danger' })
    },
  })
  const isOn = status.data ?? false
  return (
    <span className={styles['star']}>
      <IconButton
        icon={isOn ? 'star-filled' : 'star'}
        size="sm"
        isWrite
        label={isOn ? t('Remove %s from favorites', name) : t('Add %s to favorites', name)}
        isSelected={isOn}
        onPress={() => change.mutate(!isOn)}
      />
    </span>
  )
}
