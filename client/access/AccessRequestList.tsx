import { useQuery, useQueryClient } from '@tanstack/react-query'
import { closeAccessRequest, listAccessRequests, type SharedObject } from '#calls/grants.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { AccessRequestResponse } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Inline } from '#ui/layout/Inline.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  /** Limits the list to one object. */
  readonly object?: SharedObject
  readonly onClosed?: () => void
}

const columns = (): readonly TableColumn<AccessRequestResponse>[] => [
  { id: 'user', title: t('Person'), cell: ({ user }) => user.name },
  { id: 'object', title: t('Requests access to'), cell: ({ object }) => object.name },
  { id: 'note', title: t('Note'), isWideOnly: true, cell: ({ note }) => note },
]

/** The open requests for access to objects of the user, with buttons to grant or dismiss them; nothing without any. */
export function AccessRequestList({ object, onClosed }: Props) {
  const client = useQueryClient()
  const queryKey = ['access requests']
  const requests = useQuery({ queryKey, queryFn: ({ signal }) => listAccessRequests(signal) })
  const close = useSingleMutation<unknown, { readonly id: number; readonly level?: GrantLevel }>({
    mutationFn: ({ id, level }) => closeAccessRequest(id, level),
    onSuccess: (_, { level }) => {
      toast.show({ text: level ? t('Access granted') : t('Request dismissed') })
      void client.invalidateQueries({ queryKey })
      onClosed?.()
    },
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  const rows = (requests.data ?? []).filter(
    (each) => !object || (each.object.type === object.type && each.object.id === object.id),
  )
  if (rows.length === 0) return null
  return (
    <Table
      label={t('Requests for access')}
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={columns()}
      rowActions={({ id, user }) => (
        <Inline>
          <Button
            isWrite
            size="sm"
            ariaLabel={t('Grant %s access', user.name)}
            onPress={() => close.mutate({ id, level: 'see' })}
          >
            {t('Grant')}
          </Button>
          <Button
            isWrite
            size="sm"
            variant="quiet"
            ariaLabel={t('Dismiss the request of %s', user.name)}
            onPress={() => close.mutate({ id })}
          >
            {t('Dismiss')}
          </Button>
        </Inline>
      )}
    />
  )
}
