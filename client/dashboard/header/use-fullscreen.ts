import { useSyncExternalStore } from 'react'
import { toast } from '#ui/overlay/toast.ts'
import { t } from '#core/text/t.ts'

/** Browsers without full screen do not know the property. */
const isOn = () => Boolean(document.fullscreenElement)

/** Whether the full screen was entered on this page, and not by a link that hides the navigation. */
let isEntered = false
const listeners = new Set<() => void>()

function setEntered(value: boolean): void {
  if (isEntered === value) return
  isEntered = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  document.addEventListener('fullscreenchange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('fullscreenchange', listener)
  }
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

/** Takes back both what hides the navigation and the full screen of the browser. */
export function leaveFullscreen(): void {
  setEntered(false)
  if (isOn()) void document.exitFullscreen()
  standAlone(undefined)
}

/** Hides what is around the page and, where the browser lets it, fills the screen; Escape brings all back. */
function enter(): void {
  standAlone('1')
  setEntered(true)
  const root = document.documentElement
  const asked = root.requestFullscreen?.()
  asked?.then(
    () => {
      const onChange = () => {
        if (isOn()) return
        document.removeEventListener('fullscreenchange', onChange)
        leaveFullscreen()
      }
      document.addEventListener('fullscreenchange', onChange)
    },
    () => toast.show({ text: t('The browser did not let the page fill the screen.'), tone: 'warn' }),
  )
}

/** Returns whether the full screen was entered on this page: then a way out is shown. */
export const useEnteredFullscreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isEntered,
    () => false,
  )

/** Whether the page fills the window, without what is around it, and the way in and out. */
export function useFullscreen(isBare: boolean): { readonly isFull: boolean; readonly toggle: () => void } {
  const isScreen = useSyncExternalStore(subscribe, isOn, () => false)
  const isFull = isBare || isScreen
  return { isFull, toggle: isFull ? leaveFullscreen : enter }
}
