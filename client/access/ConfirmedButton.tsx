import { useState } from 'react'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly label: string
  readonly icon?: IconName
  readonly isDisabled?: boolean
  /** The effect of the action, shown before it is confirmed. */
  readonly text: string
  /** The label itself by default. */
  readonly confirmLabel?: string
  /** Makes the call; returns the text of the toast. */
  readonly onConfirm: () => Promise<string>
  readonly onDone: () => void
}

/** A button whose action is confirmed in a dialog. A toast says what was done, or why it failed. */
export function ConfirmedButton({ label, icon, isDisabled, text, confirmLabel = label, onConfirm, onDone }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const action = useSingleMutation<string>({
    mutationFn: onConfirm,
    onSuccess: (done) => {
      setConfirming(false)
      toast.show({ text: done })
      onDone()
    },
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  return (
    <>
      <Button isWrite icon={icon} isDisabled={isDisabled} onPress={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => action.mutate()}
        confirmLabel={confirmLabel}
        cancelLabel={t('Cancel')}
        tone="danger"
        isPending={action.isPending}
      >
        {text}
      </ConfirmDialog>
    </>
  )
}
