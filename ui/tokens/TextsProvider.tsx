import type { ReactNode } from 'react'
import { LocaleProvider } from './LocaleProvider.tsx'
import { type Texts, TextsContext } from './texts.ts'

export interface TextsProviderProps {
  readonly texts: Texts
  /** A BCP 47 tag for the labels, dates and numbers of controls. */
  readonly locale?: string | undefined
  readonly children: ReactNode
}

export function TextsProvider({ texts, locale = 'en-US', children }: TextsProviderProps) {
  return (
    <LocaleProvider locale={locale} language={locale}>
      <TextsContext value={texts}>{children}</TextsContext>
    </LocaleProvider>
  )
}
