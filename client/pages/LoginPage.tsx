import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { session } from '#client/session/session.ts'
import { tabStorage } from '#client/session/storage.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Field } from '#ui/input/Field.tsx'
import { Logo } from '#ui/layout/Logo.tsx'
import styles from './LoginPage.module.css'

const problems = (): Record<string, string> => ({
  failed: t('Invalid login. Please try again.'),
  wait: t('Too many attempts. Wait a minute, then try again.'),
})

const NAME_KEY = 'facet:sign-in-name'

/** The name given last in this tab; it is told to nobody, and not to the address. */
const keptName = (): string => tabStorage()?.getItem(NAME_KEY) ?? ''

function keepName({ currentTarget }: FormEvent<HTMLFormElement>): void {
  try {
    const name = new FormData(currentTarget).get('username')
    if (typeof name === 'string') tabStorage()?.setItem(NAME_KEY, name)
  } catch {
    // A browser that keeps nothing asks for the name again.
  }
}

/** `/login/` : the form posts itself, as it does where scripts are off. */
export default function LoginPage() {
  const { problem, next } = useSearch({ strict: false })
  const { basePath, csrfToken } = session().settings
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  const wrong = problem ? problems()[problem] : undefined
  const name = wrong ? keptName() : ''
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (name !== '') password.current?.focus()
  }, [name])
  useEffect(() => {
    document.title = `${t('Sign in')} · Facet`
  }, [])
  return (
    <main className={styles['page']}>
      <form className={styles['form']} method="post" action={`${basePath}/login/${query}`} onSubmit={keepName}>
        <h1>
          <Logo size={28} /> {t('Facet')}
        </h1>
        {wrong && (
          <Banner tone="danger" isLive>
            {wrong}
          </Banner>
        )}
        <input type="hidden" name="csrf_token" value={csrfToken} />
        <Field label={t('Username')} htmlFor="username">
          <input
            id="username"
            name="username"
            defaultValue={name}
            className={styles['input']}
            autoComplete="username"
            autoCapitalize="none"
            required
          />
        </Field>
        <Field label={t('Password')} htmlFor="password">
          <input
            ref={password}
            id="password"
            name="password"
            type="password"
            className={styles['input']}
            autoComplete="current-password"
            required
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" isWide>
          {t('Sign in')}
        </Button>
      </form>
    </main>
  )
}
