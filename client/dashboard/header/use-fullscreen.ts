import { useSyncExternalStore } from 'react'
import { toast } from '#ui/overlay/toast.ts'
import { t } from '#core/text/t.ts'

/** Browsers without full-screen support lack the property. */
const isOn = () => Boolean(document.fullscreenElement)

/** True if full screen was entered on this page, not by a link that hides the navigation. */
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

/** Sets `standalone` in the current URL and keeps its other parameters. */
function setStandalone(value: '1' | undefined): void {
  const { pathname, hash, search } = window.location
  const params = new URLSearchParams(search)
  if (value === undefined) params.delete('standalone')
  else params.set('standalone', value)
  const query = params.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${query && `?${query}`}${hash}`)
}

/** Shows the navigation again and exits browser full screen. */
export function leaveFullscreen(): void {
  setEntered(false)
  if (isOn()) void document.exitFullscreen()
  setStandalone(undefined)
}

/** Hides the navigation and requests browser full screen; Escape reverts both. */
function enter(): void {
  setStandalone('1')
  setEntered(true)
  const root = document.documentElement
  const pending = root.requestFullscreen?.()
  pending?.then(
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

/** Returns whether full screen was entered on this page; an exit button is shown then. */
export const useEnteredFullscreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isEntered,
    () => false,
  )

/** Returns whether the page fills the window without navigation, and a function to toggle it. */
export function useFullscreen(isBare: boolean): { readonly isFull: boolean; readonly toggle: () => void } {
  const isScreen = useSyncExternalStore(subscribe, isOn, () => false)
  const isFull = isBare || isScreen
  return { isFull, toggle: isFull ? leaveFullscreen : enter }
}
