import { useEffect, useRef, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { pageActions } from '#client/shell/page-actions.ts'
import { t } from '#core/text/t.ts'
import { onOpenPalette } from './open-palette.ts'
import type { PaletteItem } from './palette-items.ts'
import { hasSingleKeys } from './single-keys.ts'

const CommandPalette = onDemand(() => import('./CommandPalette.tsx').then((module) => module.CommandPalette))
const KeyboardShortcuts = onDemand(() => import('./KeyboardShortcuts.tsx').then((module) => module.KeyboardShortcuts))

const FIELDS = 'input, textarea, select, [contenteditable]'
/** Elements that handle letters themselves, such as charts. */
const WIDGETS = '[role=menu], [role=listbox], [role=application], [role=grid]'
const DIALOGS = '[role=dialog], [role=alertdialog]'

/** True if the key belongs to another element: a field, an open dialog, or, except for `?`, a chart. */
function isTaken({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true
  if (document.querySelector(DIALOGS)) return true
  const own = key === '?' ? FIELDS : `${FIELDS}, ${WIDGETS}`
  return target instanceof Element && target.closest(own) !== null
}

/** Milliseconds for which keys are collected while the palette loads. */
const LOADING_MS = 10_000

/** The text typed while the palette loads, and the time until which it is collected. */
interface TypeAhead {
  text: string
  until: number
}

/** Collects a key while the palette loads; returns true if it takes the key. */
function collectKey(ahead: TypeAhead, { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (performance.now() > ahead.until || ctrlKey || metaKey || altKey || isComposing) return false
  if (key === 'Backspace') ahead.text = ahead.text.slice(0, -1)
  else if (key.length === 1) ahead.text += key
  else return false
  return true
}

/** Runs the command of the last single key again. */
const REPEAT = '.'

interface Props {
  readonly everywhere: readonly PaletteItem[]
}

/**
 * Ctrl+K opens the palette anywhere, `?` the list of shortcuts; single keys run commands of the page, outside of
 * fields.
 */
export function PaletteKeys({ everywhere }: Props) {
  const [shown, setShown] = useState<'palette' | 'keys'>()
  const last = useRef<string>(undefined)
  const ahead = useRef<TypeAhead>({ text: '', until: 0 })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isChord && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        ahead.current = { text: '', until: performance.now() + LOADING_MS }
        setShown((before) => (before === 'palette' ? undefined : 'palette'))
        return
      }
      if (collectKey(ahead.current, event)) {
        event.preventDefault()
        return
      }
      if (isTaken(event) || !hasSingleKeys()) return
      const key = event.key === REPEAT ? last.current : event.key.toLowerCase()
      const act = pageActions().find(({ keys }) => keys !== undefined && keys === key)
      if (event.key === '?') setShown('keys')
      else if (act && !event.repeat) {
        last.current = key
        act.act()
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    const stop = onOpenPalette(() => setShown('palette'))
    return () => {
      stop()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  useEffect(() => {
    if (shown !== 'palette') ahead.current = { text: '', until: 0 }
  }, [shown])
  const takeTyped = () => {
    const { text } = ahead.current
    ahead.current = { text: '', until: 0 }
    return text
  }
  const close = () => setShown(undefined)
  const keys: PaletteItem = { id: 'keys', label: t('Keyboard shortcuts'), icon: 'keyboard', keys: '?' }
  return (
    <>
      {shown === 'palette' && (
        <CommandPalette
          everywhere={[...everywhere, { ...keys, act: () => setShown('keys') }]}
          takeTyped={takeTyped}
          onClose={close}
        />
      )}
      {shown === 'keys' && <KeyboardShortcuts onClose={close} />}
    </>
  )
}
