import { PASSWORD_LENGTH } from '#core/access/password.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { usePasswordForm } from './use-password-form.ts'

const secret = { type: 'password', size: 'lg', isRequired: true } as const

/** Changes the user's own password. */
export function PasswordForm({ username }: { readonly username: string }) {
  const { field, submit, problem, isPending } = usePasswordForm(username)
  return (
    <FormStack ariaLabel={t('Change password')} onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {problem !== undefined && (
        <Banner tone="danger" isLive>
          {problem}
        </Banner>
      )}
      <TextField {...secret} {...field('current')} label={t('Current password')} autoComplete="current-password" />
      <TextField
        {...secret}
        {...field('next')}
        label={t('New password')}
        autoComplete="new-password"
        description={t('At least %s characters. Signs you out everywhere else.', PASSWORD_LENGTH.least)}
      />
      <TextField {...secret} {...field('again')} label={t('New password, once more')} autoComplete="new-password" />
      <Inline>
        <Button type="submit" variant="primary" size="lg" isPending={isPending}>
          {t('Change password')}
        </Button>
      </Inline>
    </FormStack>
  )
}
