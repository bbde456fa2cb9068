import { useSyncExternalStore } from 'react'

/** What a system is asked for by people who do not tell colours apart well. */
const QUERY = '(prefers-contrast: more), (forced-colors: active)'

let asked: MediaQueryList | undefined
/** Asked once, for else every picture would have it matched at every drawing. */
const query = (): MediaQueryList => (asked ??= window.matchMedia(QUERY))

function onChange(listener: () => void): () => void {
  query().addEventListener('change', listener)
  return () => query().removeEventListener('change', listener)
}

/** Whether filled marks have patterns beside their colours, which the system is set to. */
export const usePatterns = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => query().matches,
    () => false,
  )

/** What makes ECharts lay a pattern of its own over each colour; it names nothing, since pictures name themselves. */
export const PATTERNS = { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } } as const
