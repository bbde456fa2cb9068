import { useCallback, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { PageDropOverlay } from '#client/shell/PageDropOverlay.tsx'
import { usePageDrop } from '#client/shell/use-page-drop.ts'
import { mayUpload } from '#client/upload/may-upload.ts'
import type { BundledName } from '#calls/bundles.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'

const ImportDialog = onDemand(() => import('./import/ImportDialog.tsx').then((module) => module.ImportDialog))
const DroppedUpload = onDemand(() => import('#client/upload/DroppedUpload.tsx').then((module) => module.DroppedUpload))

interface Props {
  readonly name: BundledName
  /** Singular, as used in messages. */
  readonly noun: string
}

const BUNDLE = /\.(zip|ya?ml)$/i

/**
 * A button that opens the import of a bundle; dropping a bundle on the page opens it as well. Other files that are
 * dropped are uploaded, if the user may upload, and explored.
 */
export function ImportBundle({ name, noun }: Props) {
  const go = useNavigateTo()
  /** Null means the dialog is open without a file. */
  const [opened, setOpened] = useState<File | null>()
  const [uploaded, setUploaded] = useState<readonly File[]>([])
  const take = useCallback((files: readonly File[]) => {
    if (mayUpload() && !files.every((file) => BUNDLE.test(file.name))) setUploaded(files)
    else setOpened(files[0])
  }, [])
  const isOver = usePageDrop(opened === undefined && uploaded.length === 0, take)
  const dropText = mayUpload()
    ? t('Drop a file to upload it, or a bundle to import it')
    : t('Drop the bundle to import it')
  return (
    <>
      <Button isWrite icon="upload" isIconOnNarrow onPress={() => setOpened(null)}>
        {t('Import')}
      </Button>
      {isOver && <PageDropOverlay text={dropText} />}
      {opened !== undefined && (
        <ImportDialog name={name} noun={noun} file={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
      {uploaded.length > 0 && (
        <DroppedUpload
          files={uploaded}
          onLoaded={(id) => go(`/explore?dataset_id=${id}`)}
          onClose={() => setUploaded([])}
        />
      )}
    </>
  )
}
