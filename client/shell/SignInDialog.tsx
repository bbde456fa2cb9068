import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signIn, type SignInProblem } from '#calls/sign-in.ts'
import { renewSession, session } from '#client/session/session.ts'
import { renewSignIn } from '#client/session/sign-in-expiry.ts'
import { signInProblems } from '#client/session/sign-in-problems.ts'
import { ProviderButtons } from './ProviderButtons.tsx'
import { returnPath } from '#client/session/signed-out.ts'
import { useRequiredText } from '#client/session/use-required-text.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

interface SignInFields {
  readonly username: string
  readonly password: string
  /** Of the authenticator app; empty until it is needed. */
  readonly code: string
}

/** Signs the user in and keeps the page. The page is reloaded for another user. */
function useSignIn(onProblem: (problem: SignInProblem) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ username, password, code }: SignInFields) => signIn(username, password, code),
    onSuccess: (answer) => {
      if ('problem' in answer) return onProblem(answer.problem)
      if (answer.userId !== session().user.userId) return window.location.reload()
      renewSession(answer.csrfToken)
      renewSignIn()
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    },
  })
}

/** Asks a user whose session has ended to sign in again. The page below stays as it is, with all unsaved changes. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const username = useRequiredText(t('Type your username.'), session().user.username ?? '')
  const password = useRequiredText(t('Type your password.'))
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState<SignInProblem>()
  const { mutate, isPending, error } = useSignIn((next) => {
    setProblem(next)
    if (next === 'code') setNeedsCode(true)
  })
  const problemText = problem ? signInProblems()[problem] : error?.message
  const submit = () => {
    setProblem(undefined)
    // Both are checked, so that both messages are shown; the first empty field has the focus.
    const isPasswordTyped = password.check()
    if (username.check() && isPasswordTyped) mutate({ username: username.value, password: password.value, code })
  }
  return (
    <Modal
      title={t('Your sign-in has expired')}
      isOpen
      onClose={onClose}
      size="sm"
      isMaskClosable={false}
      footer={
        <Button variant="primary" isPending={isPending} onPress={submit}>
          {t('Sign in')}
        </Button>
      }
    >
      <FormStack ariaLabel={t('Sign in')} onSubmit={submit}>
        <p>{t('Sign in to continue. Your changes are kept.')}</p>
        {problemText !== undefined && (
          <Banner tone="danger" isLive>
            {problemText}
          </Banner>
        )}
        <TextField label={t('Username')} autoComplete="username" {...username.field} />
        <TextField
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          autoFocus
          {...password.field}
        />
        {needsCode && (
          <TextField label={t('Code')} autoComplete="one-time-code" autoFocus value={code} onChange={setCode} />
        )}
        <ProviderButtons next={returnPath(window.location)} />
      </FormStack>
    </Modal>
  )
}
