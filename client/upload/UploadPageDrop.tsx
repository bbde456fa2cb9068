import { useState } from 'react'
import { PageDropOverlay } from '#client/shell/PageDropOverlay.tsx'
import { usePageDrop } from '#client/shell/use-page-drop.ts'
import { t } from '#core/text/t.ts'
import { DroppedUpload } from './DroppedUpload.tsx'

/** Uploads files dropped anywhere on a page. */
export function UploadPageDrop({ onLoaded }: { readonly onLoaded: (datasetId: number) => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const isOver = usePageDrop(files.length === 0, setFiles)
  return (
    <>
      {isOver && <PageDropOverlay text={t('Drop a file to upload it')} />}
      {files.length > 0 && <DroppedUpload files={files} onLoaded={onLoaded} onClose={() => setFiles([])} />}
    </>
  )
}
