import { useEffect, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import styles from './FullscreenExit.module.css'
import { leaveFullscreen, useEnteredFullscreen } from './use-fullscreen.ts'

/** Milliseconds the exit button stays after the last pointer or key event. */
const SHOWN_MS = 3000

const isInFloatingPart = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [role=dialog], [role=menu], [role=listbox]') !== null

/** The button that exits full screen: shown on pointer or key events, hidden while there are none. */
function ExitButton() {
  const [isShown, show] = useState(true)
  useEffect(() => {
    let timer = setTimeout(() => show(false), SHOWN_MS)
    const onUse = () => {
      show(true)
      clearTimeout(timer)
      timer = setTimeout(() => show(false), SHOWN_MS)
    }
    // In browser full screen, the browser handles Escape itself.
    const onKeyDown = (event: KeyboardEvent) => {
      onUse()
      if (event.key !== 'Escape' || event.defaultPrevented || isInFloatingPart(event.target)) return
      event.preventDefault()
      leaveFullscreen()
    }
    document.addEventListener('pointermove', onUse)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', onUse)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return (
    <div className={styles['exit']} data-shown={isShown || undefined}>
      <Button icon="collapse" onPress={leaveFullscreen}>
        {t('Exit full screen')}
      </Button>
    </div>
  )
}

/** The exit from a full screen that was entered on this page; a page opened without navigation has none. */
export function FullscreenExit() {
  return useEnteredFullscreen() ? <ExitButton /> : null
}
