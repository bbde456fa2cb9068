import { createContext, useContext } from 'react'

/** Goes to an address of this site; without a provider the page is loaded anew. */
export const GoContext = createContext<(href: string) => void>((href) => window.location.assign(href))

export function useGo(): (href: string) => void {
  return useContext(GoContext)
}
