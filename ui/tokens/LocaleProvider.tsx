import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { FormatLocaleContext } from './format-locale.ts'

interface LocaleProviderProps {
  /** A BCP 47 tag for the dates and numbers of controls. */
  readonly locale: string
  /** The language of the page, for labels that React Aria adds, such as "Dismiss" and the channels of a color. */
  readonly language?: string | undefined
  readonly children: ReactNode
}

/** Sets the formats of dates and numbers in controls, such as calendars, and the language of their labels. */
export function LocaleProvider({ locale, language = 'en-US', children }: LocaleProviderProps) {
  return (
    <I18nProvider locale={language}>
      <FormatLocaleContext value={locale}>{children}</FormatLocaleContext>
    </I18nProvider>
  )
}
