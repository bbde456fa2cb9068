import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteResource, listResource } from '#calls/resources.ts'
import { fetchOwnedEntities, transferEntitiesTo } from '#calls/security.ts'
import type { UserResponse } from '#core/rest/responses.ts'
import type { OwnedResponse } from '#core/rest/security.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly user: UserResponse
  readonly onClose: () => void
}

type OwnedEntity = OwnedResponse['result'][number]

const typeLabels = (): Readonly<Record<OwnedEntity['type'], string>> => ({
  dashboard: t('Dashboard'),
  chart: t('Chart'),
  dataset: t('Dataset'),
  database: t('Database'),
  folder: t('Folder'),
})

/** Lists what a user owns. */
function OwnedList({ owned }: { readonly owned: OwnedResponse }) {
  const labels = typeLabels()
  const more = owned.count - owned.result.length
  return (
    <>
      <p>{tn('Owns %s item:', 'Owns %s items:', owned.count, owned.count)}</p>
      <ul>
        {owned.result.map(({ type, id, name }) => (
          <li key={`${type} ${id}`}>
            {labels[type]}: {name}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('and %s more', more)}</p>}
    </>
  )
}

/** Selects the user who owns the entities afterwards. */
function NewOwner(props: {
  readonly except: number
  readonly value: number | undefined
  readonly onChange: (id: number) => void
}) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['list', 'security/users', 'owners', search],
    queryFn: ({ signal }) =>
      listResource<UserResponse>(
        'security/users',
        {
          filters: [
            { col: 'active', opr: 'eq', value: true },
            { col: 'is_service', opr: 'eq', value: false },
            ...(search === '' ? [] : [{ col: 'username', opr: 'user_all_text', value: search }]),
          ],
          page: 0,
          page_size: 100,
        },
        signal,
      ),
  })
  return (
    <Select<number>
      label={t('New owner')}
      isSearchable
      onSearch={setSearch}
      isLoading={found.isFetching}
      error={found.error?.message}
      options={(found.data?.result ?? [])
        .filter(({ id }) => id !== props.except)
        .map((user) => ({ value: user.id, label: user.username }))}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** Deletes a user, after what they own is handed over to another user. */
export function DeleteUserDialog({ user, onClose }: Props) {
  const client = useQueryClient()
  const [heir, setHeir] = useState<number>()
  const owned = useQuery({
    queryKey: ['owned', user.id],
    queryFn: ({ signal }) => fetchOwnedEntities(user.id, signal),
    staleTime: 0,
  })
  const needsHeir = (owned.data?.sole_count ?? 0) > 0
  const remove = useMutation({
    mutationFn: async () => {
      if (heir !== undefined) await transferEntitiesTo(user.id, heir)
      return deleteResource('security/users', user.id)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['list', 'security/users'] })
      toast.show({ text: t('Deleted: %s', user.username), tone: 'good' })
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['owned', user.id] }),
  })
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        variant="danger"
        isDisabled={!owned.data || (needsHeir && heir === undefined)}
        isPending={remove.isPending}
        onPress={() => remove.mutate()}
      >
        {heir === undefined ? t('Delete') : t('Hand over and delete')}
      </Button>
    </>
  )
  return (
    <Modal title={t('Delete %s?', user.username)} isOpen onClose={onClose} footer={footer} role="alertdialog">
      <Stack gap={3}>
        {remove.isError && (
          <Banner tone="danger" isLive>
            {remove.error.message}
          </Banner>
        )}
        <p>{t('Every session and bearer token ends at once.')}</p>
        {owned.isError && (
          <ErrorPanel
            title={t('What %s owns cannot be read: %s', user.username, owned.error.message)}
            actions={<Button onPress={() => void owned.refetch()}>{t('Try again')}</Button>}
          />
        )}
        {owned.data && owned.data.count > 0 && (
          <>
            <OwnedList owned={owned.data} />
            <NewOwner except={user.id} value={heir} onChange={setHeir} />
          </>
        )}
        {owned.data?.count === 0 && <p>{t('They own nothing.')}</p>}
      </Stack>
    </Modal>
  )
}
