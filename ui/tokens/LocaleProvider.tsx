import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

interface LocaleProviderProps {
  /** A BCP 47 tag for the dates and numbers of controls. */
  readonly locale: string
  readonly children: ReactNode
}

/** Sets the formats of dates and numbers in controls, such as calendars. */
export function LocaleProvider({ locale, children }: LocaleProviderProps) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>
}
