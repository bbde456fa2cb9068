import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows new recovery codes, which no later response contains. */
export function RecoveryCodes({ codes, onDone }: Props) {
  return (
    <Stack gap={3}>
      <Banner tone="accent">
        {t('Each recovery code signs you in once without the app. Store them now: they are not shown again.')}
      </Banner>
      <ul aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Inline gap={2}>
        <CopyButton
          variant="button"
          size="md"
          label={t('Copy codes')}
          copiedLabel={t('Copied')}
          text={codes.join('\n')}
          onError={() => toast.show({ text: t('The codes could not be copied. Select them instead.'), tone: 'danger' })}
        />
        <Button variant="primary" onPress={onDone}>
          {t('Codes are stored')}
        </Button>
      </Inline>
    </Stack>
  )
}
