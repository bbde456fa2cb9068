import { useCallback, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { PageDropOverlay } from '#client/shell/PageDropOverlay.tsx'
import { usePageDrop } from '#client/shell/use-page-drop.ts'
import type { BundledName } from '#calls/bundles.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import type { DroppedFilesHandler } from './list-props.ts'

const ImportDialog = onDemand(() => import('./import/ImportDialog.tsx').then((module) => module.ImportDialog))

interface Props {
  readonly name: BundledName
  /** Singular, as used in messages. */
  readonly noun: string
  /** Handles files that are not bundles. */
  readonly otherFiles?: DroppedFilesHandler | undefined
}

const BUNDLE = /\.(zip|ya?ml)$/i

/** A button that opens the import of a bundle; dropping a bundle on the page opens it as well. */
export function ImportBundle({ name, noun, otherFiles }: Props) {
  /** Null means the dialog is open without a file. */
  const [opened, setOpened] = useState<File | null>()
  const onOther = otherFiles?.onFiles
  const take = useCallback(
    (files: readonly File[]) => {
      if (onOther && !files.every((file) => BUNDLE.test(file.name))) onOther(files)
      else setOpened(files[0])
    },
    [onOther],
  )
  const isOver = usePageDrop(opened === undefined, take)
  return (
    <>
      <Button isWrite icon="upload" isIconOnNarrow onPress={() => setOpened(null)}>
        {t('Import')}
      </Button>
      {isOver && <PageDropOverlay text={otherFiles?.label ?? t('Drop the bundle to import it')} />}
      {opened !== undefined && (
        <ImportDialog name={name} noun={noun} file={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
