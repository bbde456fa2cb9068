import { useSyncExternalStore } from 'react'
import { withSymbols } from './symbols.ts'

/** The system settings of users with difficulty distinguishing colors. */
const QUERY = '(prefers-contrast: more), (forced-colors: active)'

function onChange(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True if the system asks for more contrast, so that marks get patterns or symbols. */
export const usePatterns = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )

/** The option that makes ECharts apply decal patterns; labels stay off because charts have their own descriptions. */
const PATTERNS = { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } } as const

/** Makes marks distinguishable without colors. */
export const withPatterns = (option: Record<string, unknown>): Record<string, unknown> => ({
  ...withSymbols(option),
  ...PATTERNS,
})
