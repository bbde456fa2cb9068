import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createSignInLink, inviteByEmail } from '#calls/security.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly user: { readonly id: number; readonly username: string; readonly email?: string | null }
  /** True if the user has a password, which the link replaces. */
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Creates a link by which a user signs in once and sets a password, to copy or sent by email. */
export function SignInLinkDialog({ user, hasPassword, onClose }: Props) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['list', 'security/users'] })
  const link = useMutation({ mutationFn: () => createSignInLink(user.id), onSuccess })
  const mail = useMutation({ mutationFn: () => inviteByEmail(user.id), onSuccess })
  const url = link.data?.url
  const isDone = url !== undefined || mail.data !== undefined
  const error = link.error ?? mail.error
  const footer = (
    <>
      <Button onPress={onClose}>{isDone ? t('Close') : t('Cancel')}</Button>
      {!isDone && session().settings.sendsMail && user.email && (
        <Button isPending={mail.isPending} isDisabled={link.isPending} onPress={() => mail.mutate()}>
          {t('Send by email')}
        </Button>
      )}
      {!isDone && (
        <Button variant="primary" isPending={link.isPending} isDisabled={mail.isPending} onPress={() => link.mutate()}>
          {t('Create link')}
        </Button>
      )}
      {url !== undefined && <CopyLink url={url} />}
    </>
  )
  return (
    <Modal title={t('Sign-in link for %s', user.username)} isOpen onClose={onClose} footer={footer}>
      <Stack gap={3}>
        {error && (
          <Banner tone="danger" isLive>
            {error.message}
          </Banner>
        )}
        {mail.data ? (
          <Banner tone="good" isLive>
            {t('A link was sent to %s. It works once, for 24 hours.', mail.data.sent_to)}
          </Banner>
        ) : url === undefined ? (
          <p>
            {hasPassword
              ? t(
                  'The password of %s stops working, and every session ends. The link lets them set a new one.',
                  user.username,
                )
              : t('%s has no password yet. The link signs them in to set one.', user.username)}
          </p>
        ) : (
          <>
            <TextField label={t('Link')} value={url} onChange={() => undefined} isReadOnly />
            <p>{t('Send it to %s. It works once, for 24 hours, and is not shown again.', user.username)}</p>
          </>
        )}
      </Stack>
    </Modal>
  )
}

function CopyLink({ url }: { readonly url: string }) {
  return (
    <CopyButton
      variant="button"
      size="md"
      label={t('Copy link')}
      copiedLabel={t('Copied')}
      text={url}
      onError={() => toast.show({ text: t('The link could not be copied. Select it instead.'), tone: 'danger' })}
    />
  )
}
