import { useQuery } from '@tanstack/react-query'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { tableDetailsQuery } from './use-tables.ts'

interface Props {
  readonly table: string
  readonly databaseId: number
  readonly schema: string | null
  readonly onClose: () => void
}

/** The statements that create a table or view, to read and to copy. */
export function DefinitionDialog({ table, databaseId, schema, onClose }: Props) {
  const details = useQuery(tableDetailsQuery(databaseId, table, schema))
  const sql = details.data?.createStatement ?? null
  return (
    <Modal
      title={t('Definition of %s', table)}
      isOpen
      onClose={onClose}
      size="lg"
      footer={sql !== null && <CopyButton text={sql} label={t('Copy')} variant="button" size="md" />}
    >
      {details.isPending && <Skeleton shape="rows" rows={3} label={t('Loading the definition')} />}
      {details.isError && <ErrorPanel title={t('The definition could not be read')} text={details.error.message} />}
      {details.data && sql === null && (
        <EmptyState
          title={t('No definition available')}
          text={t('The database gives none, or row-level security hides it from you.')}
        />
      )}
      {sql !== null && <CodeEditor label={t('SQL')} language="sql" value={sql} onChange={() => undefined} isReadOnly />}
    </Modal>
  )
}
