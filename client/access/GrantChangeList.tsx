import { useQuery } from '@tanstack/react-query'
import { listGrantChanges, type SharedObject, undoGrantChange } from '#calls/grants.ts'
import { parseUtc, timestampText } from '#client/session/timestamps.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { LoggedGrantChange } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { toast } from '#ui/overlay/toast.ts'
import { grantLabel, levelTexts, showError } from './grant-texts.ts'

/** Returns what a change did, such as `Shared with Ana Lee: Can see`. */
function changeText({ grant, level_before: before, level_after: after }: LoggedGrantChange): string {
  const name = grantLabel(grant)
  const texts = levelTexts()
  if (after === null) return t('No longer shared with %s', name)
  if (before === null) return t('Shared with %s: %s', name, texts[after])
  return t('Level of %s: %s → %s', name, texts[before], texts[after])
}

const columns = (): readonly TableColumn<LoggedGrantChange>[] => [
  { id: 'made_on', title: t('Time'), width: 190, cell: ({ made_on }) => timestampText(parseUtc(made_on)) },
  { id: 'made_by', title: t('User'), width: 150, cell: ({ made_by: user }) => user?.name ?? t('The application') },
  { id: 'change', title: t('Changes'), cell: changeText },
]

interface Props {
  readonly object: SharedObject
  readonly onUndone: () => void
}

/** The last changes of the grants on an object, with a button that undoes the last one of each subject. */
export function GrantChangeList({ object, onUndone }: Props) {
  const changes = useQuery({
    queryKey: ['grants', object.type, object.id, 'changes'],
    queryFn: ({ signal }) => listGrantChanges(object, signal),
    staleTime: 0,
  })
  const undo = useSingleMutation<unknown, LoggedGrantChange>({
    mutationFn: (change) => undoGrantChange(object, change),
    onSuccess: () => {
      toast.show({ text: t('Change undone') })
      onUndone()
    },
    onError: (problem) => {
      showError(problem)
      onUndone()
    },
  })
  if (changes.isError) return <ErrorPanel title={t('The changes cannot be shown')} text={changes.error.message} />
  return (
    <>
      <Table
        label={t('Changes')}
        rows={changes.data?.result ?? []}
        rowKey={({ id }) => String(id)}
        columns={columns()}
        isLoading={changes.isPending}
        isDense
        empty={<EmptyState title={t('No changes in the action log')} />}
        rowActions={(change) =>
          change.can_undo && (
            <Button
              variant="quiet"
              size="sm"
              icon="undo"
              ariaLabel={t('Undo: %s', changeText(change))}
              onPress={() => undo.mutate(change)}
            >
              {t('Undo')}
            </Button>
          )
        }
      />
      {changes.data?.is_truncated && <p>{t('Older changes are in the action log.')}</p>}
    </>
  )
}
