import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listUploads, removeUpload } from '#calls/uploads.ts'
import { type RunningUpload, uploadStates } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { mayUpload } from './may-upload.ts'
import { ownUploads } from './own-uploads.ts'
import { isRunningUpload, RUNNING_UPLOADS_KEY, UPLOAD_POLL_MS, uploadProgress, uploadShare } from './upload-progress.ts'

interface ItemProps {
  readonly upload: RunningUpload
  readonly onRemove: (key: string) => void
}

function RunningItem({ upload, onRemove }: ItemProps) {
  const { key, file_name: name, state } = upload
  const share = uploadShare(upload)
  const text = uploadProgress(upload)
  return (
    <Stack gap={2}>
      <Inline gap={3} align="center" isWrapping>
        <span>{state === 'receiving' ? t('"%s" is being sent.', name) : t('"%s" is being loaded.', name)}</span>
        {text !== undefined && <span>{text}</span>}
        <Button onPress={() => onRemove(key)}>{t('Cancel upload')}</Button>
      </Inline>
      <Progress
        label={state === 'receiving' ? t('Sending "%s"', name) : t('Loading "%s"', name)}
        isThin={false}
        {...(share !== undefined && { value: share })}
      />
    </Stack>
  )
}

function Result({ upload, onRemove }: ItemProps) {
  const { key, file_name: name, dataset_id: id, message } = upload
  return (
    <Banner tone={id === null ? 'danger' : 'good'} isLive>
      <Inline gap={3} align="center" isWrapping>
        <span>{id === null ? t('"%s" was not loaded: %s', name, message ?? '') : t('"%s" is loaded.', name)}</span>
        {id !== null && (
          <TextLink href={`/explore?dataset_id=${id}`} isUnderlined>
            {t('Open the dataset')}
          </TextLink>
        )}
        <Button onPress={() => onRemove(key)}>{t('Dismiss')}</Button>
      </Inline>
    </Banner>
  )
}

const isShown = ({ key, state }: RunningUpload): boolean => uploadStates.includes(state) && !ownUploads.has(key)

/** The user's uploads without a dialog on this page: started before a reload or in another tab. */
export function RunningUploads() {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: RUNNING_UPLOADS_KEY,
    queryFn: ({ signal }) => listUploads(signal),
    enabled: mayUpload(),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(isRunningUpload) ? UPLOAD_POLL_MS : false),
    // Another tab may have started an upload meanwhile.
    refetchOnWindowFocus: 'always',
  })
  const { mutate } = useMutation({
    mutationFn: removeUpload,
    onSettled: () => client.invalidateQueries({ queryKey: RUNNING_UPLOADS_KEY }),
  })
  const shown = data.filter(isShown)
  if (shown.length === 0) return null
  return (
    <Stack gap={3}>
      {shown.map((upload) =>
        isRunningUpload(upload) ? (
          <RunningItem key={upload.key} upload={upload} onRemove={mutate} />
        ) : (
          <Result key={upload.key} upload={upload} onRemove={mutate} />
        ),
      )}
    </Stack>
  )
}
