import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangedName, listChanges, undoChange } from '#calls/changes.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { parseUtc, timestampText } from '#client/session/timestamps.ts'
import type { ChangeEntry } from '#core/rest/changes.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { showError } from './grant-texts.ts'
import { changesText } from './log-entry-text.ts'

interface Props {
  readonly name: ChangedName
  readonly id: number
  /** The name of the entity. */
  readonly title: string
  readonly onClose: () => void
}

/** Returns who made a change: a user, or the application for changes by the server and the command line. */
const authorText = ({ made_by: user }: ChangeEntry) =>
  user === null ? t('The application') : `${user.first_name} ${user.last_name}`.trim() || user.username

const summary = (change: ChangeEntry) =>
  change.action === 'create' ? t('Created: %s', changesText(change)) : changesText(change)

const columns = (): readonly TableColumn<ChangeEntry>[] => [
  { id: 'made_on', title: t('Time'), width: 190, cell: ({ made_on }) => timestampText(parseUtc(made_on)) },
  { id: 'made_by', title: t('User'), width: 150, cell: authorText },
  { id: 'changes', title: t('Changes'), cell: summary },
]

/** The last changes of a role or a row rule, with a button that undoes a change whose values are still the present ones. */
export function ChangesDialog({ name, id, title, onClose }: Props) {
  const client = useQueryClient()
  const queryKey = ['changes', name, id]
  const changes = useQuery({ queryKey, queryFn: ({ signal }) => listChanges(name, id, signal), staleTime: 0 })
  const reload = () => {
    for (const key of [queryKey, ['list', name]]) void client.invalidateQueries({ queryKey: key })
  }
  const undo = useSingleMutation<unknown, ChangeEntry>({
    mutationFn: (change) => undoChange(name, id, change.id),
    onSuccess: () => {
      toast.show({ text: t('Change undone') })
      reload()
    },
    onError: (problem) => {
      showError(problem)
      reload()
    },
  })
  const footer = (
    <Button variant="primary" onPress={onClose}>
      {t('Close')}
    </Button>
  )
  return (
    <Modal title={t('Changes of %s', title)} isOpen onClose={onClose} footer={footer} size="lg">
      {changes.isError ? (
        <ErrorPanel title={t('The changes cannot be shown')} text={changes.error.message} />
      ) : (
        <Table
          label={t('Changes')}
          rows={changes.data ?? []}
          rowKey={(change) => String(change.id)}
          columns={columns()}
          isLoading={changes.isPending}
          empty={<EmptyState title={t('No changes in the action log')} />}
          rowActions={(change) =>
            change.can_undo && (
              <Button
                isWrite
                variant="quiet"
                size="sm"
                icon="undo"
                ariaLabel={t('Undo the change of %s', timestampText(parseUtc(change.made_on)))}
                onPress={() => undo.mutate(change)}
              >
                {t('Undo')}
              </Button>
            )
          }
        />
      )}
    </Modal>
  )
}
