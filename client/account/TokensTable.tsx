import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createToken, listTokens, revokeToken } from '#calls/me.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { RevokeTokenButton } from '#client/session/RevokeTokenButton.tsx'
import { TokenDialog } from '#client/session/TokenDialog.tsx'
import { tokenColumns } from '#client/session/token-columns.tsx'
import type { ApiTokenResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { tokensKey } from './sessions-key.ts'

/** The API tokens of the current user, with buttons to create and to revoke one. */
export function TokensTable() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const tokens = useQuery({ queryKey: tokensKey, queryFn: ({ signal }) => listTokens(signal) })
  const refresh = () => client.invalidateQueries({ queryKey: tokensKey })
  const revoke = useSingleMutation<unknown, ApiTokenResponse>({
    mutationFn: ({ id }) => revokeToken(id),
    onSuccess: (_, { name }) => {
      toast.show({ text: t('Token revoked: %s', name) })
      void refresh()
    },
    onError: (problem) => {
      toast.show({ text: problem.message, tone: 'danger' })
      void refresh()
    },
  })
  if (tokens.error) return <ErrorPanel title={t('Your API tokens cannot be shown')} text={tokens.error.message} />
  if (!tokens.data) return <Skeleton shape="rows" rows={2} label={t('Loading')} />
  return (
    <Stack gap={4}>
      <Table
        label={t('API tokens')}
        rows={tokens.data.result}
        rowKey={({ id }) => String(id)}
        columns={tokenColumns()}
        empty={
          <EmptyState title={t('No API tokens')} text={t('Scripts use a token to call the REST API in your name.')} />
        }
        rowActions={(row) => <RevokeTokenButton name={row.name} onPress={() => revoke.mutate(row)} />}
      />
      <Inline gap={2}>
        <Button isWrite icon="plus" onPress={() => setOpen(true)}>
          {t('API token')}
        </Button>
      </Inline>
      {isOpen && (
        <TokenDialog
          roles={tokens.data.roles}
          create={createToken}
          onCreated={() => void refresh()}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  )
}
