import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchSecondFactor, isPasswordSet, removeOwnSecondFactor, renewRecoveryCodes } from '#calls/me.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'
import { passwordKey, secondFactorKey } from './sessions-key.ts'

interface ManageProps {
  readonly hasPassword: boolean
  readonly isRequired: boolean
  readonly codesLeft: number
  readonly onRemoved: () => void
  readonly onRenewed: (codes: readonly string[]) => void
}

/** Renews recovery codes or removes the second factor, by a code. */
function ManageSecondFactor({ hasPassword, isRequired, codesLeft, onRemoved, onRenewed }: ManageProps) {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => removeOwnSecondFactor(code, hasPassword ? password : undefined),
    onSuccess: onRemoved,
  })
  const renew = useMutation({ mutationFn: () => renewRecoveryCodes(code), onSuccess: onRenewed })
  const error = remove.error ?? renew.error
  const isDisabled = code.trim() === ''
  return (
    <Stack gap={3}>
      <p>{t('You sign in with your password and a code of your authenticator app.')}</p>
      <p>{tn('%s recovery code is left.', '%s recovery codes are left.', codesLeft, codesLeft)}</p>
      {error && (
        <Banner tone="danger" isLive>
          {error.message}
        </Banner>
      )}
      <TextField
        size="lg"
        label={t('Code')}
        description={t('Of your authenticator app, or a recovery code')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      {!isRequired && hasPassword && (
        <TextField
          size="lg"
          label={t('Your password')}
          description={t('Only to remove the second factor')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      )}
      <Inline gap={2}>
        <Button isWrite size="lg" isDisabled={isDisabled} isPending={renew.isPending} onPress={() => renew.mutate()}>
          {t('New recovery codes')}
        </Button>
        {!isRequired && (
          <Button
            isWrite
            variant="danger"
            size="lg"
            isDisabled={isDisabled || (hasPassword && password === '')}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {t('Remove second factor')}
          </Button>
        )}
      </Inline>
    </Stack>
  )
}

/** The second factor of the current user: set up, renew recovery codes, remove. */
export function SecondFactor() {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const state = useQuery({ queryKey: secondFactorKey, queryFn: ({ signal }) => fetchSecondFactor(signal) })
  const password = useQuery({ queryKey: passwordKey, queryFn: ({ signal }) => isPasswordSet(signal) })
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorKey })
  const show = (next: readonly string[]) => {
    setCodes(next)
    void refresh()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (state.error) return <ErrorPanel title={t('Your second factor cannot be shown')} text={state.error.message} />
  if (!state.data) return <Skeleton shape="rows" rows={1} label={t('Loading')} />
  if (!state.data.is_set) return <SecondFactorSetUp hasPassword={password.data ?? true} onSet={show} />
  return (
    <ManageSecondFactor
      hasPassword={password.data ?? true}
      isRequired={state.data.is_required}
      codesLeft={state.data.recovery_codes}
      onRenewed={show}
      onRemoved={() => {
        toast.show({ text: t('Second factor removed') })
        void refresh()
      }}
    />
  )
}
