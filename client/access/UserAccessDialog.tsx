import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createTokenOf, listTokensOf, resetSecondFactor, revokeTokenOf, signOutUser } from '#calls/security.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { TokenDialog } from '#client/session/TokenDialog.tsx'
import { tokenColumns } from '#client/session/token-columns.tsx'
import type { UserResponse } from '#core/rest/responses.ts'
import type { ApiTokenResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly user: Pick<UserResponse, 'id' | 'username' | 'is_service' | 'active'>
  readonly onClose: () => void
}

interface SignOutProps extends Pick<Props, 'user'> {
  readonly onDone: (text: string) => void
}

const onError = (problem: Error) => toast.show({ text: problem.message, tone: 'danger' })

/** Returns the title of the dialog; a service account has no sessions. */
export const accessTitle = ({ username, is_service: isService }: Pick<UserResponse, 'username' | 'is_service'>) =>
  isService ? t('API tokens of %s', username) : t('Tokens and sessions of %s', username)

/** Ends everything that is open for a user after a confirmation. */
function SignOutUser({ user, onDone }: SignOutProps) {
  const [isConfirming, setConfirming] = useState(false)
  const end = useSingleMutation({
    mutationFn: () => signOutUser(user.id),
    onSuccess: () => {
      setConfirming(false)
      onDone(
        user.is_service
          ? t('All tokens of %s are revoked', user.username)
          : t('%s is signed out everywhere', user.username),
      )
    },
    onError,
  })
  const label = user.is_service ? t('Revoke all tokens') : t('Sign out everywhere')
  return (
    <>
      <Button icon="log-out" onPress={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => end.mutate()}
        confirmLabel={label}
        cancelLabel={t('Cancel')}
        tone="danger"
        isPending={end.isPending}
      >
        {user.is_service
          ? t('Every API token of %s ends.', user.username)
          : t('Every session, sign-in link and token of %s ends. The password stays.', user.username)}
      </ConfirmDialog>
    </>
  )
}

/** Removes the second factor of a user after a confirmation. */
function ResetSecondFactor({ user, onDone }: SignOutProps) {
  const [isConfirming, setConfirming] = useState(false)
  const reset = useSingleMutation({
    mutationFn: () => resetSecondFactor(user.id),
    onSuccess: () => {
      setConfirming(false)
      onDone(t('%s signs in without a second factor now', user.username))
    },
    onError,
  })
  return (
    <>
      <Button onPress={() => setConfirming(true)}>{t('Reset second factor')}</Button>
      <ConfirmDialog
        title={t('Reset second factor')}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => reset.mutate()}
        confirmLabel={t('Reset')}
        cancelLabel={t('Cancel')}
        tone="danger"
        isPending={reset.isPending}
      >
        {t('%s signs in with the password alone until a new second factor is set up.', user.username)}
      </ConfirmDialog>
    </>
  )
}

/** The API tokens of a user, with buttons to revoke one and to end everything that is open for the user. */
export function UserAccessDialog({ user, onClose }: Props) {
  const client = useQueryClient()
  const queryKey = ['tokens of', user.id]
  const tokens = useQuery({ queryKey, queryFn: ({ signal }) => listTokensOf(user.id, signal), staleTime: 0 })
  const done = (text: string) => {
    toast.show({ text })
    void client.invalidateQueries({ queryKey })
  }
  const revoke = useSingleMutation<unknown, ApiTokenResponse>({
    mutationFn: ({ id }) => revokeTokenOf(user.id, id),
    onSuccess: (_, { name }) => done(t('Token revoked: %s', name)),
    onError,
  })
  const [isCreating, setCreating] = useState(false)
  const footer = (
    <>
      {user.is_service ? (
        <Button icon="plus" isDisabled={!user.active || !tokens.data} onPress={() => setCreating(true)}>
          {t('API token')}
        </Button>
      ) : (
        <ResetSecondFactor user={user} onDone={done} />
      )}
      <SignOutUser user={user} onDone={done} />
      <Button variant="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </>
  )
  return (
    <Modal title={accessTitle(user)} isOpen onClose={onClose} footer={footer}>
      {tokens.isError ? (
        <ErrorPanel title={t('The API tokens cannot be shown')} text={tokens.error.message} />
      ) : (
        <Table
          label={t('API tokens')}
          rows={tokens.data?.result ?? []}
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
      )}
      {isCreating && tokens.data && (
        <TokenDialog
          roles={tokens.data.roles}
          create={(draft) => createTokenOf(user.id, draft)}
          onCreated={() => void client.invalidateQueries({ queryKey })}
          onClose={() => setCreating(false)}
        />
      )}
    </Modal>
  )
}
