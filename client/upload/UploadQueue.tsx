import { useState } from 'react'
import type { DatabaseResponse } from '#calls/databases.ts'
import { onDemand } from '#client/shell/on-demand.tsx'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then((module) => module.UploadDialog))

interface Props {
  readonly files: readonly File[]
  readonly targets: readonly DatabaseResponse[]
  /** Opens the dataset of the last file. A toast offers each dataset of the previous files. */
  readonly onLoaded: (datasetId: number) => void
  /** Called when no file is left. */
  readonly onEnd: () => void
}

/** Uploads files one after another. */
export function UploadQueue({ files, targets, onLoaded, onEnd }: Props) {
  const [position, setPosition] = useState(0)
  const file = files[position]
  if (!file) return null
  const isLast = position === files.length - 1
  const next = () => (isLast ? onEnd() : setPosition(position + 1))
  return (
    <UploadDialog
      key={position}
      file={file}
      targets={targets}
      onClose={next}
      onLoaded={(id) => {
        next()
        if (isLast) return onLoaded(id)
        toast.show({
          text: t('"%s" is loaded.', file.name),
          tone: 'good',
          action: { label: t('Explore'), onPress: () => onLoaded(id) },
        })
      }}
    />
  )
}
