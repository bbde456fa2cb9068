import { formatBytes } from '#core/format/bytes.ts'
import { t } from '#core/text/t.ts'
import { Progress } from '#ui/display/Progress.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { SentBytes } from './use-upload-load.ts'

/** The upload progress in bytes; after the last byte, the server reads the rows. */
export function UploadProgress({ sent }: { readonly sent: SentBytes | undefined }) {
  const isSent = sent !== undefined && sent.sent >= sent.total
  const text =
    sent === undefined ? t('Sending the file') : t('%s of %s sent', formatBytes(sent.sent), formatBytes(sent.total))
  return (
    <Stack gap={2}>
      <Progress
        label={isSent ? t('Loading the rows') : t('Sending the file')}
        isThin={false}
        {...(sent && !isSent && { value: sent.sent / Math.max(sent.total, 1) })}
      />
      <span>{isSent ? `${text}. ${t('Loading the rows')}` : text}</span>
    </Stack>
  )
}
