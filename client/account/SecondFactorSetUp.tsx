import { useMutation } from '@tanstack/react-query'
import { confirmSecret, createSecret } from '#calls/me.ts'
import { useRequiredText } from '#client/session/use-required-text.ts'
import type { NewSecretResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

interface Props {
  readonly hasPassword: boolean
  /** Called with the recovery codes when the second factor is set. */
  readonly onSet: (codes: readonly string[]) => void
}

const problemBanner = (error: Error | null) =>
  error && (
    <Banner tone="danger" isLive>
      {error.message}
    </Banner>
  )

/** Shows a secret as QR code and key, and asks for the first code. */
function ConfirmForm({ secret, onSet }: { readonly secret: NewSecretResponse } & Pick<Props, 'onSet'>) {
  const code = useRequiredText(t('Type the code that the app shows.'))
  const confirm = useMutation({ mutationFn: () => confirmSecret(secret.ticket, code.value), onSuccess: onSet })
  const submit = () => {
    if (code.check()) confirm.mutate()
  }
  return (
    <FormStack ariaLabel={t('Set up second factor')} onSubmit={submit}>
      {problemBanner(confirm.error)}
      <p>
        {t(
          'Scan the QR code with an authenticator app, or type the key into it. Then type the code that the app shows.',
        )}
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(secret.svg)}`}
        alt={t('QR code of the key')}
        width={192}
        height={192}
      />
      <TextField size="lg" label={t('Key')} value={secret.key} onChange={() => undefined} isReadOnly />
      <TextField size="lg" label={t('Code')} autoComplete="one-time-code" autoFocus {...code.field} />
      <Inline>
        <Button isWrite type="submit" size="lg" variant="primary" isPending={confirm.isPending}>
          {t('Turn on')}
        </Button>
      </Inline>
    </FormStack>
  )
}

/** Sets up the second factor of the current user. */
export function SecondFactorSetUp({ hasPassword, onSet }: Props) {
  const password = useRequiredText(t('Type your current password.'))
  const create = useMutation({ mutationFn: () => createSecret(hasPassword ? password.value : undefined) })
  if (create.data) return <ConfirmForm secret={create.data} onSet={onSet} />
  const submit = () => {
    if (!hasPassword || password.check()) create.mutate()
  }
  return (
    <FormStack ariaLabel={t('Set up second factor')} onSubmit={submit}>
      {problemBanner(create.error)}
      <p>{t('With a second factor, a stolen password is not enough to sign in.')}</p>
      {hasPassword && (
        <TextField
          size="lg"
          label={t('Your password')}
          type="password"
          autoComplete="current-password"
          {...password.field}
        />
      )}
      <Inline>
        <Button isWrite type="submit" size="lg" isPending={create.isPending}>
          {t('Set up second factor')}
        </Button>
      </Inline>
    </FormStack>
  )
}
