import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'

interface Props {
  /** The name of the API token. */
  readonly name: string
  readonly onPress: () => void
}

export function RevokeTokenButton({ name, onPress }: Props) {
  return (
    <Button isWrite variant="quiet" size="sm" ariaLabel={t('Revoke %s', name)} onPress={onPress}>
      {t('Revoke')}
    </Button>
  )
}
