import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchMissingGrants } from '#calls/dashboard-grants.ts'
import { createResource } from '#calls/resources.ts'
import type { MissingGrantResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

const LIST = ['list', 'dashboard_grant'] as const
const rowKey = ({ dashboard, dataset }: MissingGrantResponse) => `${dashboard.id} ${dataset.id}`

function whyText({ revoked }: MissingGrantResponse): string {
  if (!revoked) return t('No one with access to the data has saved this dashboard')
  const name = revoked.by ? `${revoked.by.first_name} ${revoked.by.last_name}`.trim() : t('somebody')
  return t('Revoked by %s, %s', name, revoked.on_delta_humanized)
}

const columns = (): readonly TableColumn<MissingGrantResponse>[] => [
  { id: 'dashboard', title: t('Dashboard'), cell: (row) => row.dashboard.dashboard_title },
  {
    id: 'roles',
    title: t('Roles'),
    isWideOnly: true,
    cell: (row) => row.dashboard.roles.map(({ name }) => name).join(', '),
  },
  { id: 'dataset', title: t('Dataset'), cell: (row) => row.dataset.table_name },
  { id: 'why', title: t('Why'), isWideOnly: true, cell: whyText },
]

function Missing({ rows }: { readonly rows: readonly MissingGrantResponse[] }) {
  const client = useQueryClient()
  const give = useMutation({
    mutationFn: ({ dashboard, dataset }: MissingGrantResponse) =>
      createResource('dashboard_grant', { dashboard: dashboard.id, dataset: dataset.id }),
    onSuccess: (_answer, { dashboard, dataset }) => {
      toast.show({
        text: t('The roles of %s may read %s', dashboard.dashboard_title, dataset.table_name),
        tone: 'good',
      })
      return client.invalidateQueries({ queryKey: LIST })
    },
    onError: (error) => toast.show({ text: t('This could not be granted: %s', error.message), tone: 'danger' }),
  })
  return (
    <Table
      label={t('Not granted')}
      rows={rows}
      rowKey={rowKey}
      columns={columns()}
      rowActions={(row) => (
        <Button isWrite size="sm" isDisabled={give.isPending} onPress={() => give.mutate(row)}>
          {t('Grant')}
        </Button>
      )}
      empty={<EmptyState title={t('The roles of all dashboards may read what these show')} />}
    />
  )
}

/** A button with the number of missing grants, and the dialog that lists them. */
export function MissingGrants() {
  const [isOpen, setOpen] = useState(false)
  const missing = useQuery({ queryKey: [...LIST, 'missing'], queryFn: ({ signal }) => fetchMissingGrants(signal) })
  const rows = missing.data?.result
  return (
    <>
      <Button isDisabled={missing.isPending} onPress={() => setOpen(true)}>
        {rows ? t('Not granted: %s', rows.length) : t('Not granted')}
      </Button>
      <Modal title={t('Not granted')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        {missing.isError ? (
          <ErrorPanel
            title={t('Missing permissions cannot be listed: %s', missing.error.message)}
            actions={<Button onPress={() => void missing.refetch()}>{t('Try again')}</Button>}
          />
        ) : (
          <Missing rows={rows ?? []} />
        )}
      </Modal>
    </>
  )
}
