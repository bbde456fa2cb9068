import { useEffect } from 'react'
import { t } from '#core/text/t.ts'
import { isAccepted } from '#ui/input/file-accept.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { acceptedExtensions } from './accepted-extensions.ts'
import { UploadQueue } from './UploadQueue.tsx'
import { useUploadTargets } from './use-upload-targets.ts'

interface Props {
  readonly files: readonly File[]
  readonly onLoaded: (datasetId: number) => void
  readonly onClose: () => void
}

/** Uploads files dropped on a page, one after another, or reports why that is not possible. */
export function DroppedUpload({ files, onLoaded, onClose }: Props) {
  const texts = useTexts()
  const targets = useUploadTargets()
  const accepted = acceptedExtensions()
  const rejectedNames = files.filter(({ name }) => !isAccepted(name, '', accepted)).map(({ name }) => `"${name}"`)
  const problem =
    rejectedNames.length > 0
      ? texts.filesNotAccepted(rejectedNames.join(', '), accepted.join(', '))
      : targets?.length === 0
        ? t('No database accepts uploads.')
        : undefined
  useEffect(() => {
    if (problem === undefined) return
    toast.show({ text: problem, tone: 'danger' })
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each problem is said once
  }, [problem])
  if (problem !== undefined || targets === undefined) return null
  return <UploadQueue files={files} targets={targets} onLoaded={onLoaded} onEnd={onClose} />
}
