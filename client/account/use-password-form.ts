import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changePassword } from '#calls/me.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { passwordProblems, emptyPasswords, type PasswordDraft, rejectionProblems } from './password-form.ts'
import { passwordKey, sessionsKey } from './sessions-key.ts'

type Input = HTMLInputElement | HTMLTextAreaElement
type FieldName = keyof PasswordDraft

const NAMES: readonly FieldName[] = ['current', 'next', 'again']

/**
 * The state of the password form: values, validation messages and submission. Without a password (`isSet` is false),
 * there is no current one to check.
 */
export function usePasswordForm(username: string, isSet: boolean) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(emptyPasswords)
  const [isTried, setTried] = useState(false)
  const inputs = useRef<Partial<Record<FieldName, Input | null>>>({})
  const change = useSingleMutation<unknown, PasswordDraft>({
    mutationFn: ({ current, next }) => changePassword(isSet ? current : undefined, next),
    onSuccess: () => {
      setDraft(emptyPasswords)
      setTried(false)
      void client.invalidateQueries({ queryKey: sessionsKey })
      void client.invalidateQueries({ queryKey: passwordKey })
      toast.show({ text: t('Password changed. You are signed out everywhere else.'), tone: 'good' })
    },
    onError: (error) => {
      if (rejectionProblems(error).current !== undefined) inputs.current.current?.focus()
    },
  })
  const problems = { ...rejectionProblems(change.error), ...(isTried ? passwordProblems(draft, username, isSet) : {}) }
  const field = (name: FieldName) => ({
    value: draft[name],
    error: problems[name],
    onChange: (value: string) => {
      change.reset()
      setDraft({ ...draft, [name]: value })
    },
    inputRef: (input: Input | null) => {
      inputs.current[name] = input
    },
  })
  const submit = () => {
    setTried(true)
    const found = passwordProblems(draft, username, isSet)
    const first = NAMES.find((name) => found[name] !== undefined)
    if (first === undefined) change.mutate(draft)
    else inputs.current[first]?.focus()
  }
  return { field, submit, problem: problems.form, isPending: change.isPending }
}
