import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type Texts, TextsContext } from './texts.ts'

export interface TextsProviderProps {
  readonly texts: Texts
  /** A BCP 47 tag for the numbers and months of controls. */
  readonly locale?: string | undefined
  readonly children: ReactNode
}

export function TextsProvider({ texts, locale = 'en-US', children }: TextsProviderProps) {
  return (
    <I18nProvider locale={locale}>
      <TextsContext value={texts}>{children}</TextsContext>
    </I18nProvider>
  )
}
