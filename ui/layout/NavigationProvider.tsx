import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { NavigateContext } from './navigate-to.ts'

export interface NavigationProviderProps {
  /** Called instead of a page load for same-site links without modifier keys. */
  readonly navigate: (href: string) => void
  /** Returns the `href` of a link, for example with a base path. */
  readonly toHref?: ((href: string) => string) | undefined
  readonly children: ReactNode
}

export function NavigationProvider({ navigate, toHref, children }: NavigationProviderProps) {
  return (
    <RouterProvider navigate={navigate} {...withoutUndefined({ useHref: toHref })}>
      <NavigateContext value={navigate}>{children}</NavigateContext>
    </RouterProvider>
  )
}
