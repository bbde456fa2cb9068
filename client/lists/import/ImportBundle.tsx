import { useCallback, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import type { BundledName } from '#calls/bundles.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import styles from './ImportBundle.module.css'
import { usePageDrop } from './use-page-drop.ts'

const ImportDialog = onDemand(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog))

interface Props {
  readonly name: BundledName
  /** Singular, as messages name it. */
  readonly noun: string
}

/** A button that opens the import of a bundle; one that is dropped anywhere on the page opens it as well. */
export function ImportBundle({ name, noun }: Props) {
  /** Null is a dialog without a file yet. */
  const [opened, setOpened] = useState<File | null>()
  const take = useCallback((file: File) => setOpened(file), [])
  const isOver = usePageDrop(opened === undefined, take)
  return (
    <>
      <Button icon="upload" isIconOnNarrow onPress={() => setOpened(null)}>
        {t('Import')}
      </Button>
      {isOver && (
        <div className={styles['veil']} role="status">
          {t('Drop the bundle to import it')}
        </div>
      )}
      {opened !== undefined && (
        <ImportDialog name={name} noun={noun} file={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
