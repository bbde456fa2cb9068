import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeGrant,
  addGrantTo,
  deleteGrant,
  findSubjects,
  listGrants,
  listReaders,
  type SharedObject,
} from '#calls/grants.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { GRANT_LEVELS, type GrantLevel } from '#core/rest/grant-level.ts'
import type { GrantAnswer, GrantSubject, ReaderAnswer } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { AccessRequestList } from './AccessRequestList.tsx'
import { reasonText } from './reason-text.ts'

interface Props {
  readonly object: SharedObject
  readonly title: string
  readonly onClose: () => void
}

const onError = (problem: Error) => toast.show({ text: problem.message, tone: 'danger' })

const levelTexts = (): Readonly<Record<GrantLevel, string>> => ({
  see: t('Can see'),
  explore: t('Can explore'),
  edit: t('Can edit'),
})
const levelOptions = () => GRANT_LEVELS.map((level) => ({ value: level, label: levelTexts()[level] }))

const typeTexts = (): Readonly<Record<GrantSubject['type'], string>> => ({
  user: t('Person'),
  group: t('Group'),
  role: t('Role'),
})

const keyOf = ({ type, id }: Pick<GrantSubject, 'type' | 'id'>) => `${type} ${id}`

/** Selects users, groups and roles and a level, and grants it. */
function AddGrants({ object, onAdded }: { readonly object: SharedObject; readonly onAdded: () => void }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly GrantSubject[]>([])
  const [level, setLevel] = useState<GrantLevel>('see')
  const found = useQuery({
    queryKey: ['grant subjects', object.type, object.id, search],
    queryFn: ({ signal }) => findSubjects(object, search, signal),
  })
  const all = new Map([...(found.data ?? []), ...chosen].map((each) => [keyOf(each), each]))
  const add = useSingleMutation({
    mutationFn: async () => {
      for (const subject of chosen) await addGrantTo(object, subject, level)
    },
    onSuccess: () => {
      toast.show({ text: t('Shared with %s', chosen.map(({ name }) => name).join(', ')), tone: 'good' })
      setChosen([])
      onAdded()
    },
    onError: (problem) => {
      onError(problem)
      onAdded()
    },
  })
  return (
    <Stack>
      <MultiSelect<string>
        label={t('People, groups and roles')}
        options={[...all.values()].map((each) => ({
          value: keyOf(each),
          label: each.name,
          detail: typeTexts()[each.type],
        }))}
        value={chosen.map(keyOf)}
        onChange={(keys) => setChosen(keys.flatMap((key) => all.get(key) ?? []))}
        onSearch={setSearch}
        isLoading={found.isFetching}
        error={found.error?.message}
      />
      <Select label={t('Level')} options={levelOptions()} value={level} onChange={setLevel} />
      <div>
        <Button variant="primary" isDisabled={chosen.length === 0 || add.isPending} onPress={() => add.mutate()}>
          {t('Share')}
        </Button>
      </div>
    </Stack>
  )
}

function nameOf({ subject }: GrantAnswer): string {
  return subject.name ?? t('deleted')
}

const grantColumns = (
  onLevel: (grant: GrantAnswer, level: GrantLevel) => void,
): readonly TableColumn<GrantAnswer>[] => [
  { id: 'name', title: t('Name'), cell: nameOf },
  { id: 'type', title: t('Type'), width: 90, isWideOnly: true, cell: ({ subject }) => typeTexts()[subject.type] },
  {
    id: 'level',
    title: t('Level'),
    width: 160,
    cell: (grant) => (
      <Select
        ariaLabel={t('Level of %s', nameOf(grant))}
        size="sm"
        options={levelOptions()}
        value={grant.level}
        onChange={(level) => onLevel(grant, level)}
      />
    ),
  },
]

/** Returns the mutations that change the level of a grant and remove a grant. */
function useGrantChanges(reload: () => void) {
  const change = useSingleMutation<unknown, { readonly grant: GrantAnswer; readonly level: GrantLevel }>({
    mutationFn: ({ grant, level }) => changeGrant(grant, level),
    onSuccess: reload,
    onError: (problem) => {
      onError(problem)
      reload()
    },
  })
  const remove = useSingleMutation<unknown, GrantAnswer>({
    mutationFn: ({ id }) => deleteGrant(id),
    onSuccess: (_, grant) => {
      toast.show({ text: t('No longer shared with %s', nameOf(grant)) })
      reload()
    },
    onError,
  })
  return { change, remove }
}

/** The grants on the object, each with its level and a button to remove it. */
function GrantTable({ object }: { readonly object: SharedObject }) {
  const client = useQueryClient()
  const queryKey = ['grants', object.type, object.id]
  const grants = useQuery({ queryKey, queryFn: ({ signal }) => listGrants(object, signal), staleTime: 0 })
  const reload = () => {
    void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['readers', object.type, object.id] })
  }
  const { change, remove } = useGrantChanges(reload)
  return (
    <>
      <AddGrants object={object} onAdded={reload} />
      {object.type !== 'folder' && <AccessRequestList object={object} onClosed={reload} />}
      {grants.isError ? (
        <ErrorPanel title={t('The grants cannot be shown')} text={grants.error.message} />
      ) : (
        <Table
          label={t('Shared with')}
          rows={grants.data ?? []}
          rowKey={({ id }) => String(id)}
          columns={grantColumns((grant, level) => change.mutate({ grant, level }))}
          isLoading={grants.isPending}
          rowActions={(grant) => (
            <IconButton
              icon="trash"
              size="sm"
              label={t('Stop sharing with %s', nameOf(grant))}
              onPress={() => remove.mutate(grant)}
            />
          )}
          empty={<EmptyState title={t('Not shared with anyone by a grant')} />}
        />
      )}
    </>
  )
}

const readerColumns = (): readonly TableColumn<ReaderAnswer>[] => [
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

/** Shares a dashboard, a dataset or a folder with users, groups and roles, and shows who may read it and why. */
export function ShareDialog({ object, title, onClose }: Props) {
  const footer = (
    <Button variant="primary" onPress={onClose}>
      {t('Close')}
    </Button>
  )
  return (
    <Modal title={t('Share %s', title)} isOpen onClose={onClose} footer={footer} size="lg">
      <Stack gap={4}>
        <GrantTable object={object} />
        {object.type === 'folder' ? (
          <p>{t('Everything in the folder and in the folders below is shared with them.')}</p>
        ) : (
          <Section title={t('Who has access, and why')} defaultOpen={false}>
            <ReaderList object={object} />
          </Section>
        )}
      </Stack>
    </Modal>
  )
}
