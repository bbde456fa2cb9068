import { useSyncExternalStore } from 'react'
import { toast } from '#ui/overlay/toast.ts'
import { t } from '#core/text/t.ts'

/** Browsers without full screen do not know the property. */
const isOn = () => Boolean(document.fullscreenElement)
const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Sets `standalone` in the address where the page stands; the rest of it is kept. */
function standAlone(value: '1' | undefined): void {
  const { pathname, hash, search } = window.location
  const params = new URLSearchParams(search)
  if (value === undefined) params.delete('standalone')
  else params.set('standalone', value)
  const query = params.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${query && `?${query}`}${hash}`)
}

function leave(): void {
  standAlone(undefined)
}

/** Hides what is around the page and, where the browser lets it, fills the screen; Escape brings all back. */
function enter(): void {
  standAlone('1')
  const root = document.documentElement
  const asked = root.requestFullscreen?.()
  asked?.then(
    () => {
      const onChange = () => {
        if (isOn()) return
        document.removeEventListener('fullscreenchange', onChange)
        leave()
      }
      document.addEventListener('fullscreenchange', onChange)
    },
    () => toast.show({ text: t('The browser did not let the page fill the screen.'), tone: 'warn' }),
  )
}

/** Whether the page fills the window, without what is around it, and the way in and out. */
export function useFullscreen(isBare: boolean): { readonly isFull: boolean; readonly toggle: () => void } {
  const isScreen = useSyncExternalStore(subscribe, isOn, () => false)
  const isFull = isBare || isScreen
  const toggle = () => {
    if (!isFull) enter()
    else if (isScreen) void document.exitFullscreen()
    else leave()
  }
  return { isFull, toggle }
}
