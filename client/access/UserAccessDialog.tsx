import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly user: Pick<UserResponse, 'id' | 'username'>
  readonly onClose: () => void
}

interface SignOutProps extends Pick<Props, 'user'> {
  readonly onDone: (text: string) => void
}

const onError = (problem: Error) => toast.show({ text: problem.message, tone: 'danger' })

/** Ends everything that is open for a user after a confirmation. */
function SignOutUser({ user, onDone }: SignOutProps) {
  const [isConfirming, setConfirming] = useState(false)
  const end = useSingleMutation({
    mutationFn: () => signOutUser(user.id),
    onSuccess: () => {
      setConfirming(false)
      onDone(t('%s is signed out everywhere', user.username))
    },
    onError,
  })
  return (
    <>
      <Button icon="log-out" onPress={() => setConfirming(true)}>
        {t('Sign out everywhere')}
      </Button>
      <ConfirmDialog
        title={t('Sign out everywhere')}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => end.mutate()}
        confirmLabel={t('Sign out everywhere')}
        cancelLabel={t('Cancel')}
        tone="danger"
        isPending={end.isPending}
      >
        {t('Every session, sign-in link and token of %s ends. The password stays.', user.username)}
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
  const footer = (
    <>
      <ResetSecondFactor user={user} onDone={done} />
      <SignOutUser user={user} onDone={done} />
      <Button variant="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </>
  )
  return (
    <Modal title={t('Tokens and sessions of %s', user.username)} isOpen onClose={onClose} footer={footer}>
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
    </Modal>
  )
}
