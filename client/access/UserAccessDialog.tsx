import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listTokensOf, resetSecondFactor, revokeTokenOf, signOutUser } from '#calls/security.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { tokenColumns } from '#client/session/token-columns.tsx'
import type { UserResponse } from '#core/rest/responses.ts'
import type { ApiTokenResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ConfirmedButton } from './ConfirmedButton.tsx'
import { sessionsOfKey, UserSessions } from './UserSessions.tsx'

type AccessedUser = Pick<UserResponse, 'id' | 'username'>

interface Props {
  readonly user: AccessedUser
  readonly onClose: () => void
}

const tokensOfKey = (userId: number) => ['tokens of', userId] as const

/** The API tokens of a user, with buttons to revoke them. */
function UserTokens({ user }: { readonly user: AccessedUser }) {
  const client = useQueryClient()
  const queryKey = tokensOfKey(user.id)
  const tokens = useQuery({ queryKey, queryFn: ({ signal }) => listTokensOf(user.id, signal), staleTime: 0 })
  const revoke = useSingleMutation<unknown, ApiTokenResponse>({
    mutationFn: ({ id }) => revokeTokenOf(user.id, id),
    onSuccess: (_, { name }) => {
      toast.show({ text: t('Token revoked: %s', name) })
      void client.invalidateQueries({ queryKey })
    },
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  if (tokens.isError) return <ErrorPanel title={t('The API tokens cannot be shown')} text={tokens.error.message} />
  return (
    <Table
      label={t('API tokens')}
      rows={tokens.data ?? []}
      rowKey={({ id }) => String(id)}
      columns={tokenColumns()}
      isLoading={tokens.isPending}
      empty={<EmptyState title={t('No API tokens')} />}
      rowActions={(row) => (
        <Button variant="quiet" size="sm" ariaLabel={t('Revoke %s', row.name)} onPress={() => revoke.mutate(row)}>
          {t('Revoke')}
        </Button>
      )}
    />
  )
}

/** The sessions and API tokens of a user, with buttons to end one and to end everything that is open for the user. */
export function UserAccessDialog({ user, onClose }: Props) {
  const client = useQueryClient()
  const refresh = () => {
    for (const queryKey of [tokensOfKey(user.id), sessionsOfKey(user.id)]) void client.invalidateQueries({ queryKey })
  }
  const footer = (
    <>
      <ConfirmedButton
        label={t('Reset second factor')}
        confirmLabel={t('Reset')}
        text={t('%s signs in with the password alone until a new second factor is set up.', user.username)}
        onConfirm={async () => {
          await resetSecondFactor(user.id)
          return t('%s signs in without a second factor now', user.username)
        }}
        onDone={refresh}
      />
      <ConfirmedButton
        label={t('Sign out everywhere')}
        icon="log-out"
        text={t('Every session, sign-in link and token of %s ends. The password stays.', user.username)}
        onConfirm={async () => {
          await signOutUser(user.id)
          return t('%s is signed out everywhere', user.username)
        }}
        onDone={refresh}
      />
      <Button variant="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </>
  )
  return (
    <Modal title={t('Tokens and sessions of %s', user.username)} isOpen onClose={onClose} size="lg" footer={footer}>
      <Section title={t('Sessions')}>
        <UserSessions user={user} />
      </Section>
      <Section title={t('API tokens')}>
        <UserTokens user={user} />
      </Section>
    </Modal>
  )
}
