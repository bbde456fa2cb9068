import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addGrantTo, changeGrant, deleteGrant, listGrants, listReaders, type SharedObject } from '#calls/grants.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { GrantResponse, ReaderResponse } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { AccessRequestList } from './AccessRequestList.tsx'
import { AddGrants } from './AddGrants.tsx'
import { GrantChangeList } from './GrantChangeList.tsx'
import { grantLabel, levelOptions, offerUndo, showError, subjectName, typeTexts } from './grant-texts.ts'
import { reasonText } from './reason-text.ts'

interface Props {
  readonly object: SharedObject
  readonly title: string
  /** The schema of the database that is selected first. */
  readonly schema?: string | undefined
  readonly onClose: () => void
}

const schemaColumn = (): TableColumn<GrantResponse> => ({
  id: 'schema',
  title: t('Schema'),
  width: 160,
  cell: ({ object }) => object.schema ?? t('The whole database'),
})

const grantColumns = (
  { type }: SharedObject,
  onLevel: (grant: GrantResponse, level: GrantLevel) => void,
): readonly TableColumn<GrantResponse>[] => [
  { id: 'name', title: t('Name'), cell: subjectName },
  ...(type === 'database' ? [schemaColumn()] : []),
  { id: 'type', title: t('Type'), width: 90, isWideOnly: true, cell: ({ subject }) => typeTexts()[subject.type] },
  {
    id: 'level',
    title: t('Level'),
    width: 160,
    cell: (grant) => (
      <Select
        ariaLabel={t('Level of %s', grantLabel(grant))}
        size="sm"
        options={levelOptions()}
        value={grant.level}
        onChange={(level) => onLevel(grant, level)}
      />
    ),
  },
]

/** Returns the mutations that change the level of a grant and remove a grant. */
function useGrantChanges(object: SharedObject, reload: () => void) {
  const change = useSingleMutation<GrantResponse, { readonly grant: GrantResponse; readonly level: GrantLevel }>({
    mutationFn: ({ grant, level }) => changeGrant(grant, level),
    onSuccess: (changed, { grant }) => {
      offerUndo(t('Level of %s changed', grantLabel(grant)), () => changeGrant(changed, grant.level), reload)
      reload()
    },
    onError: (problem) => {
      showError(problem)
      reload()
    },
  })
  const remove = useSingleMutation<unknown, GrantResponse>({
    mutationFn: ({ id }) => deleteGrant(id),
    onSuccess: (_, grant) => {
      const undo = () => addGrantTo(object, grant.subject, grant.level, grant.object.schema ?? undefined)
      offerUndo(t('No longer shared with %s', grantLabel(grant)), undo, reload)
      reload()
    },
    onError: showError,
  })
  return { change, remove }
}

/** The grants on the object, each with its level and a button to remove it. */
function GrantTable({ object, schema }: Pick<Props, 'object' | 'schema'>) {
  const client = useQueryClient()
  const queryKey = ['grants', object.type, object.id]
  const grants = useQuery({ queryKey, queryFn: ({ signal }) => listGrants(object, signal), staleTime: 0 })
  const reload = () => {
    void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['readers', object.type, object.id] })
  }
  const { change, remove } = useGrantChanges(object, reload)
  return (
    <>
      <AddGrants object={object} schema={schema} onAdded={reload} />
      {hasReaders(object) && <AccessRequestList object={object} onClosed={reload} />}
      {grants.isError ? (
        <ErrorPanel title={t('The grants cannot be shown')} text={grants.error.message} />
      ) : (
        <Table
          label={t('Shared with')}
          rows={grants.data ?? []}
          rowKey={({ id }) => String(id)}
          columns={grantColumns(object, (grant, level) => change.mutate({ grant, level }))}
          isLoading={grants.isPending}
          rowActions={(grant) => (
            <IconButton
              isWrite
              icon="trash"
              size="sm"
              label={t('Stop sharing with %s', grantLabel(grant))}
              onPress={() => remove.mutate(grant)}
            />
          )}
          empty={<EmptyState title={t('Not shared with anyone by a grant')} />}
        />
      )}
      <Section title={t('Changes')} defaultOpen={false}>
        <GrantChangeList object={object} onUndone={reload} />
      </Section>
    </>
  )
}

const readerColumns = (): readonly TableColumn<ReaderResponse>[] => [
  { id: 'user', title: t('Person'), width: '35%', cell: ({ user }) => user.name },
  { id: 'why', title: t('Why'), cell: ({ reasons }) => [...new Set(reasons.map(reasonText))].join('; ') },
]

/** The users who may read the object, each with the reasons. */
function ReaderList({ object }: { readonly object: SharedObject }) {
  const readers = useQuery({
    queryKey: ['readers', object.type, object.id],
    queryFn: ({ signal }) => listReaders(object, signal),
    staleTime: 0,
  })
  if (readers.isError) return <ErrorPanel title={t('The readers cannot be shown')} text={readers.error.message} />
  return (
    <>
      {readers.data?.is_public && <p>{t('Everyone may read it, without signing in.')}</p>}
      <Table
        label={t('Who has access')}
        rows={readers.data?.result ?? []}
        rowKey={({ user }) => String(user.id)}
        columns={readerColumns()}
        isLoading={readers.isPending}
        isDense
        empty={<EmptyState title={t('No active user may read it')} />}
      />
    </>
  )
}

/** The text about what a grant on the object opens. */
function ScopeText({ type }: SharedObject) {
  if (type === 'database')
    return <p>{t('Every dataset of the database or the schema is shared with them, also those created later.')}</p>
  return <p>{t('Everything in the folder and in the folders below is shared with them.')}</p>
}

/** True for the objects that have a list of readers and requests for access. */
function hasReaders({ type }: SharedObject): boolean {
  return type === 'dashboard' || type === 'dataset'
}

/** Shares an object with users, groups and roles, and shows who may read it and why. */
export function ShareDialog({ object, schema, title, onClose }: Props) {
  const footer = (
    <Button variant="primary" onPress={onClose}>
      {t('Close')}
    </Button>
  )
  return (
    <Modal title={t('Share %s', title)} isOpen onClose={onClose} footer={footer} size="lg">
      <Stack gap={4}>
        <GrantTable object={object} schema={schema} />
        {hasReaders(object) ? (
          <Section title={t('Who has access, and why')} defaultOpen={false}>
            <ReaderList object={object} />
          </Section>
        ) : (
          <ScopeText {...object} />
        )}
      </Stack>
    </Modal>
  )
}
