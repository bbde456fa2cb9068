import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useFormatLocale } from './format-locale.ts'

/** Applies the user's formats to the numbers of a React Aria control. Only for controls without labels of React Aria. */
export function FormatProvider({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={useFormatLocale()}>{children}</I18nProvider>
}
