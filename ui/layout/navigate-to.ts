import { createContext, useContext } from 'react'

/** Navigates to a same-site URL; without a provider, loads the page. */
export const NavigateContext = createContext<(href: string) => void>((href) => window.location.assign(href))

export function useNavigateTo(): (href: string) => void {
  return useContext(NavigateContext)
}
