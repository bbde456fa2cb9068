import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createTokenOf, listTokensOf, resetSecondFactor, revokeTokenOf, signOutUser } from '#calls/security.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { RevokeTokenButton } from '#client/session/RevokeTokenButton.tsx'
import { TokenDialog } from '#client/session/TokenDialog.tsx'
import { tokenColumns } from '#client/session/token-columns.tsx'
import type { UserResponse } from '#core/rest/responses.ts'
import type { ApiTokenResponse, ApiTokensResponse } from '#core/rest/me.ts'
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

type AccessedUser = Pick<UserResponse, 'id' | 'username' | 'is_service' | 'active'>

interface Props {
  readonly user: AccessedUser
  readonly onClose: () => void
}

/** Returns the title of the dialog; a service account has no sessions. */
export const accessDialogTitle = ({
  username,
  is_service: isService,
}: Pick<UserResponse, 'username' | 'is_service'>) =>
  isService ? t('API tokens of %s', username) : t('Tokens and sessions of %s', username)

const tokensOfKey = (userId: number) => ['tokens of', userId] as const

interface UserTokensProps {
  readonly user: AccessedUser
  readonly tokens: ApiTokensResponse | undefined
}

/** The API tokens of a user, with buttons to revoke them. */
function UserTokens({ user, tokens }: UserTokensProps) {
  const client = useQueryClient()
  const revoke = useSingleMutation<unknown, ApiTokenResponse>({
    mutationFn: ({ id }) => revokeTokenOf(user.id, id),
    onSuccess: (_, { name }) => {
      toast.show({ text: t('Token revoked: %s', name) })
      void client.invalidateQueries({ queryKey: tokensOfKey(user.id) })
    },
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  return (
    <Table
      label={t('API tokens')}
      rows={tokens?.result ?? []}
      rowKey={({ id }) => String(id)}
      columns={tokenColumns()}
      isLoading={!tokens}
      empty={<EmptyState title={t('No API tokens')} />}
      rowActions={(row) => <RevokeTokenButton name={row.name} onPress={() => revoke.mutate(row)} />}
    />
  )
}

interface EndingProps {
  readonly user: AccessedUser
  readonly onDone: () => void
}

/** Ends everything that is open for a user after a confirmation. */
function SignOutUser({ user: { id, username, is_service: isService }, onDone }: EndingProps) {
  return (
    <ConfirmedButton
      label={isService ? t('Revoke all tokens') : t('Sign out everywhere')}
      icon="log-out"
      text={
        isService
          ? t('Every API token of %s ends.', username)
          : t('Every session, sign-in link and token of %s ends. The password stays.', username)
      }
      onConfirm={async () => {
        await signOutUser(id)
        return isService ? t('All tokens of %s are revoked', username) : t('%s is signed out everywhere', username)
      }}
      onDone={onDone}
    />
  )
}

/** Removes the second factor of a user after a confirmation. */
function ResetSecondFactor({ user: { id, username }, onDone }: EndingProps) {
  return (
    <ConfirmedButton
      label={t('Reset second factor')}
      confirmLabel={t('Reset')}
      text={t('%s signs in with the password alone until a new second factor is set up.', username)}
      onConfirm={async () => {
        await resetSecondFactor(id)
        return t('%s signs in without a second factor now', username)
      }}
      onDone={onDone}
    />
  )
}

/** The sessions and API tokens of a user, with buttons to end one and to end everything that is open for the user. */
export function UserAccessDialog({ user, onClose }: Props) {
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const tokens = useQuery({
    queryKey: tokensOfKey(user.id),
    queryFn: ({ signal }) => listTokensOf(user.id, signal),
    staleTime: 0,
  })
  const refresh = () => {
    for (const queryKey of [tokensOfKey(user.id), sessionsOfKey(user.id)]) void client.invalidateQueries({ queryKey })
  }
  const footer = (
    <>
      {user.is_service ? (
        <Button isWrite icon="plus" isDisabled={!user.active || !tokens.data} onPress={() => setCreating(true)}>
          {t('API token')}
        </Button>
      ) : (
        <ResetSecondFactor user={user} onDone={refresh} />
      )}
      <SignOutUser user={user} onDone={refresh} />
      <Button variant="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </>
  )
  return (
    <Modal title={accessDialogTitle(user)} isOpen onClose={onClose} size="lg" footer={footer}>
      {!user.is_service && (
        <Section title={t('Sessions')}>
          <UserSessions user={user} />
        </Section>
      )}
      <Section title={t('API tokens')}>
        {tokens.isError ? (
          <ErrorPanel title={t('The API tokens cannot be shown')} text={tokens.error.message} />
        ) : (
          <UserTokens user={user} tokens={tokens.data} />
        )}
      </Section>
      {isCreating && tokens.data && (
        <TokenDialog
          roles={tokens.data.roles}
          create={(draft) => createTokenOf(user.id, draft)}
          onCreated={refresh}
          onClose={() => setCreating(false)}
        />
      )}
    </Modal>
  )
}
