import { createContext, useContext } from 'react'

/** Navigates to a same-site URL; without a provider, loads the page. */
export const GoContext = createContext<(href: string) => void>((href) => window.location.assign(href))

export function useGo(): (href: string) => void {
  return useContext(GoContext)
}
