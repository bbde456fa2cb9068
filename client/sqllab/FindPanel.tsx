import { type RefObject, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import type { CodeHandle, CodeRange } from '#ui/input/code/pane.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import styles from './SqlLab.module.css'

export interface FindState {
  readonly phrase: string
  readonly isCaseSensitive: boolean
  readonly setCaseSensitive: (isCaseSensitive: boolean) => void
  readonly ranges: readonly CodeRange[]
  /** The index of the current match; -1 for none. */
  readonly at: number
  readonly go: (index: number) => void
  readonly search: (phrase: string) => void
}

interface Props {
  readonly find: FindState
  readonly editor: RefObject<CodeHandle | null>
  readonly onClose: () => void
}

/** The replacement field, with buttons to replace one match or all. */
function Replacing({ find, editor }: Omit<Props, 'onClose'>) {
  const [replacement, setReplacement] = useState('')
  const { ranges, at } = find
  const count = ranges.length
  const replace = (which: readonly CodeRange[]) =>
    editor.current?.replace(which.map((range) => ({ ...range, text: replacement })))
  const current = ranges[at]
  return (
    <>
      <TextField
        ariaLabel={t('Replace with')}
        placeholder={t('Replace with')}
        size="sm"
        value={replacement}
        onChange={setReplacement}
      />
      <Button size="sm" isDisabled={!current} onPress={() => current && replace([current])}>
        {t('Replace')}
      </Button>
      <Button size="sm" isDisabled={count === 0} onPress={() => replace(ranges)}>
        {t('Replace all')}
      </Button>
    </>
  )
}

/** Find and replace in the text of a tab. Enter goes to the next match, Shift+Enter to the previous one. */
export function FindPanel({ find, editor, onClose }: Props) {
  const { ranges, at } = find
  const count = ranges.length
  const step = (by: number) => count > 0 && find.go((at + by + count) % count)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it
    <div
      role="search"
      aria-label={t('Find and replace')}
      className={styles['find']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        } else if (event.key === 'Enter' && event.shiftKey && event.target instanceof HTMLInputElement) {
          event.preventDefault()
          step(-1)
        }
      }}
    >
      <TextField
        ariaLabel={t('Find')}
        placeholder={t('Find')}
        size="sm"
        value={find.phrase}
        onChange={find.search}
        onEnter={() => step(1)}
        autoFocus
      />
      <span role="status" className={styles['count']}>
        {find.phrase !== '' && (count === 0 ? t('No matches') : t('%s of %s', String(at + 1), String(count)))}
      </span>
      <IconButton
        icon="chevron-up"
        size="sm"
        label={t('Previous match')}
        onPress={() => step(-1)}
        isDisabled={count === 0}
      />
      <IconButton
        icon="chevron-down"
        size="sm"
        label={t('Next match')}
        onPress={() => step(1)}
        isDisabled={count === 0}
      />
      <Button
        size="sm"
        variant="quiet"
        isSelected={find.isCaseSensitive}
        onPress={() => find.setCaseSensitive(!find.isCaseSensitive)}
      >
        {t('Match case')}
      </Button>
      <Replacing find={find} editor={editor} />
      <IconButton icon="close" size="sm" label={t('Close find and replace')} onPress={onClose} />
    </div>
  )
}
