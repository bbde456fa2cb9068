import { useState } from 'react'
import { signOutEverywhere } from '#calls/me.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/toast.ts'

/** Ends all sessions of the current user after a confirmation. */
export function SignOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false)
  const end = useSingleMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => window.location.assign(`${session().settings.basePath}/login/`),
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
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
        {t('Every session ends, this one too, and so do the tokens that scripts use in your name.')}
      </ConfirmDialog>
    </>
  )
}
