import { useQuery, useQueryClient } from '@tanstack/react-query'
import { endSessionOf, endSessionsOf, listSessionsOf } from '#calls/security.ts'
import { deviceName } from '#client/account/device-name.ts'
import { SignOutSessionButton } from '#client/account/SignOutSessionButton.tsx'
import { sessionColumns } from '#client/account/session-columns.tsx'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import type { UserResponse } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ConfirmedButton } from './ConfirmedButton.tsx'

/** Returns the query key of the sessions of a user. */
export const sessionsOfKey = (userId: number) => ['sessions of', userId] as const

/** The sessions of a user, with buttons to end one and to end all. */
export function UserSessions({ user }: { readonly user: Pick<UserResponse, 'id' | 'username'> }) {
  const client = useQueryClient()
  const queryKey = sessionsOfKey(user.id)
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => listSessionsOf(user.id, signal), staleTime: 0 })
  const refresh = () => void client.invalidateQueries({ queryKey })
  const end = useSingleMutation<unknown, SessionResponse>({
    mutationFn: ({ id }) => endSessionOf(user.id, id),
    onSuccess: (_, { user_agent }) => {
      toast.show({ text: t('Signed out: %s', deviceName(user_agent)) })
      refresh()
    },
    onError: (problem) => {
      toast.show({ text: problem.message, tone: 'danger' })
      // The session may have ended since: reload the list.
      refresh()
    },
  })
  if (sessions.isError) return <ErrorPanel title={t('The sessions cannot be shown')} text={sessions.error.message} />
  const others = (sessions.data ?? []).filter((each) => !each.is_current)
  return (
    <Stack gap={2}>
      <Table
        label={t('Sessions')}
        rows={sessions.data ?? []}
        rowKey={({ id }) => id}
        columns={sessionColumns(sessions.dataUpdatedAt)}
        isLoading={sessions.isPending}
        empty={<EmptyState title={t('No sessions')} />}
        rowActions={(row) => !row.is_current && <SignOutSessionButton of={row} onPress={() => end.mutate(row)} />}
      />
      <Inline gap={2}>
        <ConfirmedButton
          label={t('End all sessions')}
          isDisabled={others.length === 0}
          text={t('Every browser of %s is signed out. Tokens and sign-in links stay.', user.username)}
          onConfirm={async () => {
            const { count } = await endSessionsOf(user.id)
            return tn('%s session ended', '%s sessions ended', count, count)
          }}
          onDone={refresh}
        />
      </Inline>
    </Stack>
  )
}
