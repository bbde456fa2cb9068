import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useDashboardStore } from '../state/store.ts'
import { useMigration } from './use-migration.ts'

/** Reverts the migration of the filter boxes and reports the outcome. */
export function useRevertMigration(): () => void {
  const { takeBack } = useMigration(useDashboardStore())
  return () =>
    void takeBack().then(
      () => toast.show({ text: t('The filter boxes filter again.') }),
      (error: unknown) =>
        toast.show({
          tone: 'danger',
          text: t('The filter boxes are not back. %s', error instanceof Error ? error.message : ''),
        }),
    )
}
