import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { acceptedExtensions } from './accepted-extensions.ts'
import { UploadQueue } from './UploadQueue.tsx'
import { useUploadTargets } from './use-upload-targets.ts'

interface Props {
  readonly onLoaded: (datasetId: number) => void
  /** Compact: the height of a row. */
  readonly isRow?: boolean
}

/** A drop zone for files. Each file becomes a table and a dataset and opens a new chart. */
export function UploadDrop({ onLoaded, isRow }: Props) {
  const targets = useUploadTargets()
  const [files, setFiles] = useState<readonly File[]>([])
  const hasTarget = targets !== undefined && targets.length > 0
  return (
    <>
      <FileDrop
        label={t('Drop a file here')}
        description={t('You see its rows before they are loaded. Facet creates a dataset and opens your first chart.')}
        buttonLabel={t('Choose a file')}
        accept={acceptedExtensions()}
        isMultiple
        isWrite
        isRow={isRow}
        isDisabled={!hasTarget}
        onFiles={setFiles}
        {...(targets?.length === 0 && { error: t('No database accepts uploads.') })}
      />
      {hasTarget && files.length > 0 && (
        <UploadQueue files={files} targets={targets} onLoaded={onLoaded} onEnd={() => setFiles([])} />
      )}
    </>
  )
}
