import { useSyncExternalStore } from 'react'
import { withSymbols } from './symbols.ts'

/** What a system is asked for by people who do not tell colours apart well. */
const QUERY = '(prefers-contrast: more), (forced-colors: active)'

function onChange(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether marks have patterns or symbols beside their colours, which the system is set to. */
export const usePatterns = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )

/** What makes ECharts lay a pattern of its own over each colour; it names nothing, since pictures name themselves. */
const PATTERNS = { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } } as const

/** A picture whose marks are told apart without their colours. */
export const patterned = (option: Record<string, unknown>): Record<string, unknown> => ({
  ...withSymbols(option),
  ...PATTERNS,
})
