import { createContext, useContext } from 'react'

/** The BCP 47 tag for dates and numbers of controls; their labels are in the language of the page. */
export const FormatLocaleContext = createContext('en-US')

/** Returns the BCP 47 tag for the dates and numbers of controls. */
export function useFormatLocale(): string {
  return useContext(FormatLocaleContext)
}
