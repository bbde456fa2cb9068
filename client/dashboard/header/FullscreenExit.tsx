import { useEffect, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import styles from './FullscreenExit.module.css'
import { leaveFullscreen, useEnteredFullscreen } from './use-fullscreen.ts'

/** How long the way out stays after the pointer or a key was used, in milliseconds. */
const SHOWN_MS = 3000

const isInFloatingPart = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [role=dialog], [role=menu], [role=listbox]') !== null

/** The button that leaves the full screen: shown while the pointer or a key is used, hidden while the page is watched. */
function ExitButton() {
  const [isShown, show] = useState(true)
  useEffect(() => {
    let timer = setTimeout(() => show(false), SHOWN_MS)
    const onUse = () => {
      show(true)
      clearTimeout(timer)
      timer = setTimeout(() => show(false), SHOWN_MS)
    }
    // A browser that fills the screen takes Escape for itself.
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

/** The way out of a full screen that was entered on this page; a page that is opened without navigation has none. */
export function FullscreenExit() {
  return useEnteredFullscreen() ? <ExitButton /> : null
}
