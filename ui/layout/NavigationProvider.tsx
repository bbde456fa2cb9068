import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { given } from '#ui/tokens/given.ts'
import { GoContext } from './go.ts'

export interface NavigationProviderProps {
  /** Called in place of loading a page, for links of this site without modifier keys. */
  readonly navigate: (href: string) => void
  /** The address shown for a link, such as with a base path before it. */
  readonly toHref?: ((href: string) => string) | undefined
  readonly children: ReactNode
}

export function NavigationProvider({ navigate, toHref, children }: NavigationProviderProps) {
  return (
    <RouterProvider navigate={navigate} {...given({ useHref: toHref })}>
      <GoContext value={navigate}>{children}</GoContext>
    </RouterProvider>
  )
}
