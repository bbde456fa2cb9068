import { useQueryClient } from '@tanstack/react-query'
import { deleteResource, restoreResource } from '#calls/resources.ts'
import { cancelPrefetches, removeDeleted } from '#client/session/deleted-resources.ts'
import { t } from '#core/text/t.ts'
import { useGo } from '#ui/layout/go.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useDashboardStore } from '../state/store.ts'

const sayFailure = (text: string) => (error: unknown) =>
  toast.show({ text: `${text}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' })

/** Deletes the dashboard and opens the dashboard list, where the deletion can be undone. */
export function useDelete(): () => void {
  const store = useDashboardStore()
  const client = useQueryClient()
  const go = useGo()
  return () => {
    const { id, title } = store.getState().info
    const restore = () =>
      void restoreResource('dashboard', id).then(
        () => go(`/dashboard/${id}`),
        sayFailure(t('There was an issue restoring: %s', title)),
      )
    const remove = async () => {
      await cancelPrefetches(client, 'dashboard', [id])
      await deleteResource('dashboard', id)
    }
    void remove().then(
      () => {
        removeDeleted(client, 'dashboard', [id])
        void client.invalidateQueries({ queryKey: ['list', 'dashboard'] })
        toast.show({ text: t('Deleted: %s', title), action: { label: t('Undo'), onPress: restore } })
        go('/dashboard/list')
      },
      sayFailure(t('There was an issue deleting: %s', title)),
    )
  }
}
