import { deviceName } from './device-name.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'

interface Props {
  readonly of: Pick<SessionResponse, 'user_agent'>
  readonly onPress: () => void
}

/** The button that ends a session, named by its device. */
export function SignOutSessionButton({ of, onPress }: Props) {
  return (
    <Button isWrite variant="quiet" size="sm" ariaLabel={t('Sign out %s', deviceName(of.user_agent))} onPress={onPress}>
      {t('Sign out')}
    </Button>
  )
}
