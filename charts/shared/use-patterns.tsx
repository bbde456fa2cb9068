import { useSyncExternalStore } from 'react'

/** What a system is asked for by people who do not tell colours apart well. */
const QUERY = '(prefers-contrast: more), (forced-colors: active)'

function onChange(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether filled marks have patterns beside their colours, which the system is set to. */
export const usePatterns = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )

/** What makes ECharts lay a pattern of its own over each colour; it names nothing, since pictures name themselves. */
export const PATTERNS = { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } } as const
