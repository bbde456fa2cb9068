import { useLocation, useSearch } from '@tanstack/react-router'
import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { isSignInProblem } from '#calls/sign-in.ts'
import { ProviderButtons } from '#client/shell/ProviderButtons.tsx'
import { session } from '#client/session/session.ts'
import { signInProblemText } from '#client/session/sign-in-problems.ts'
import { consumeServerFormInput } from '#client/session/server-form-input.ts'
import { markSignIn } from '#client/shell/use-page-focus.ts'
import { tabStorage } from '#client/session/storage.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Field } from '#ui/base/Field.tsx'
import { Logo } from '#ui/layout/Logo.tsx'
import styles from './LoginPage.module.css'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'

const NAME_KEY = 'facet:sign-in-name'

/** Returns the user name last entered in this tab. It is stored only there, never sent or put in the URL. */
const storedName = (): string => tabStorage()?.getItem(NAME_KEY) ?? ''

function keepName({ currentTarget }: FormEvent<HTMLFormElement>): void {
  markSignIn()
  try {
    const name = new FormData(currentTarget).get('username')
    if (typeof name === 'string') tabStorage()?.setItem(NAME_KEY, name)
  } catch {
    // Without storage, the user enters the name again.
  }
}

/**
 * Copies text typed into the server-rendered form to this form, and restores the focus. It runs in the layout effect,
 * not during render, because the user can type into the old form until then.
 */
function useTakenOver(name: string) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const { focus, ...typed } = consumeServerFormInput()
    const field = (each: string) => form.current?.querySelector<HTMLInputElement>(`input[name=${each}]`)
    for (const [each, text] of Object.entries(typed)) {
      const input = field(each)
      if (input && text !== '') input.value = text
    }
    const focused = focus || (name === '' ? '' : 'password')
    if (focused !== '') field(focused)?.focus()
  }, [name])
  return form
}

/** Returns the page to return to. A redirect to the sign-in page leaves the fragment of the requested page in its own URL. */
function useReturnPath(): string | undefined {
  const { next }: { readonly next?: string } = useSearch({ strict: false })
  const { hash } = useLocation()
  return next && hash && !next.includes('#') ? `${next}#${hash}` : next
}

/** `/login/`: a plain form post, which also works without scripts. */
export default function LoginPage() {
  const { problem }: { readonly problem?: string } = useSearch({ strict: false })
  const next = useReturnPath()
  const { basePath, csrfToken } = session().settings
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  const problemText = signInProblemText(problem)
  const name = isSignInProblem(problem) ? storedName() : ''
  const form = useTakenOver(name)
  useDocumentTitle(t('Sign in'))
  return (
    <div className={styles['page']}>
      <form
        ref={form}
        className={styles['form']}
        method="post"
        action={`${basePath}/login/${query}`}
        onSubmit={keepName}
      >
        <h1>
          <Logo size={28} /> {t('Facet')}
        </h1>
        {problemText && (
          <Banner tone="danger" isLive>
            {problemText}
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
        <ProviderButtons next={next} />
      </form>
    </div>
  )
}
