import { useQuery } from '@tanstack/react-query'
import { isPasswordSet } from '#calls/me.ts'
import { PASSWORD_LENGTH } from '#core/access/password.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { passwordKey } from './sessions-key.ts'
import { usePasswordForm } from './use-password-form.ts'

const secret = { type: 'password', size: 'lg', isRequired: true } as const

/** Changes the user's own password, or sets the first one. */
export function PasswordForm({ username }: { readonly username: string }) {
  const state = useQuery({ queryKey: passwordKey, queryFn: ({ signal }) => isPasswordSet(signal) })
  const isSet = state.data ?? true
  const { field, submit, problem, isPending } = usePasswordForm(username, isSet)
  const title = isSet ? t('Change password') : t('Set password')
  return (
    <FormStack ariaLabel={title} onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {problem !== undefined && (
        <Banner tone="danger" isLive>
          {problem}
        </Banner>
      )}
      {isSet ? (
        <TextField {...secret} {...field('current')} label={t('Current password')} autoComplete="current-password" />
      ) : (
        <Banner tone="accent">{t('You have no password yet. Set one, so that you can sign in again.')}</Banner>
      )}
      <TextField
        {...secret}
        {...field('next')}
        label={t('New password')}
        autoComplete="new-password"
        description={t('At least %s characters. Signs you out everywhere else.', PASSWORD_LENGTH.least)}
      />
      <TextField {...secret} {...field('again')} label={t('New password, once more')} autoComplete="new-password" />
      <Inline>
        <Button isWrite type="submit" variant="primary" size="lg" isPending={isPending}>
          {title}
        </Button>
      </Inline>
    </FormStack>
  )
}
