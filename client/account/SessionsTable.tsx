import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { SignOutSessionButton } from './SignOutSessionButton.tsx'
import { sessionColumns } from './session-columns.tsx'
import { useSessions } from './use-sessions.ts'
import { useState } from 'react'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { signOutEverywhere } from '#calls/me.ts'
import { session } from '#client/session/session.ts'
import { toast } from '#ui/overlay/toast.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'

/** Ends all sessions of the current user after a confirmation. */
function SignOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false)
  const end = useSingleMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => window.location.assign(`${session().settings.basePath}/login/`),
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  return (
    <>
      <Button isWrite icon="log-out" onPress={() => setConfirming(true)}>
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
        {t('Every session ends, this one too, and so do the bearer and API tokens that scripts use in your name.')}
      </ConfirmDialog>
    </>
  )
}

/** The sessions of the current user, with buttons to end them. */
export function SessionsTable() {
  const { sessions, error, readAt, endOne, endOthers } = useSessions()
  if (error) return <ErrorPanel title={t('Your sessions cannot be shown')} text={error.message} />
  if (!sessions) return <Skeleton shape="rows" rows={3} label={t('Loading')} />
  const hasOthers = sessions.some(({ is_current: isCurrent }) => !isCurrent)
  return (
    <Stack gap={4}>
      <Table
        label={t('Sessions')}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={sessionColumns(readAt)}
        rowActions={(row) => !row.is_current && <SignOutSessionButton of={row} onPress={() => endOne.mutate(row)} />}
      />
      <Inline gap={2} isWrapping>
        <Button
          isWrite
          isPending={endOthers.isPending}
          isDisabled={!hasOthers}
          tooltip={hasOthers ? undefined : t('There are no other sessions.')}
          onPress={() => endOthers.mutate()}
        >
          {t('Sign out the others')}
        </Button>
        <SignOutEverywhere />
      </Inline>
    </Stack>
  )
}
