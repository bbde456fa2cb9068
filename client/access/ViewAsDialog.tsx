import { useState } from 'react'
import type { ViewAsSubject } from '#calls/view-as.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { enterViewAs } from '#client/session/view-as.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

interface Props {
  readonly subject: ViewAsSubject
  /** The user name, or the name of the role. */
  readonly name: string
  readonly onClose: () => void
}

/** Begins to view the application as a user or a role. */
export function ViewAsDialog({ subject, name, onClose }: Props) {
  const [reason, setReason] = useState('')
  const begin = useSingleMutation({ mutationFn: () => enterViewAs(subject, reason.trim()) })
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" icon="eye" isPending={begin.isPending} onPress={() => begin.mutate()}>
        {t('View as')}
      </Button>
    </>
  )
  return (
    <Modal title={t('View as %s', name)} isOpen onClose={onClose} size="sm" footer={footer}>
      <Stack gap={3}>
        {begin.error && (
          <Banner tone="danger" isLive>
            {begin.error.message}
          </Banner>
        )}
        <p>
          {'user_id' in subject
            ? t('For 30 minutes, all tabs of this browser show what %s sees. Nothing can be changed.', name)
            : t('For 30 minutes, all tabs of this browser show what a user with only the role %s sees.', name)}
        </p>
        <p>{t('The action log records the start, the end, and what you do between them.')}</p>
        <TextField label={t('Reason (optional)')} value={reason} onChange={setReason} maxLength={500} autoFocus />
      </Stack>
    </Modal>
  )
}
