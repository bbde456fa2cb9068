import { createContext, useContext } from 'react'

/** The texts of the controls. The application provides translations at the root. */
export interface Texts {
  readonly close: string
  readonly clear: string
  readonly search: string
  readonly loading: string
  readonly updating: string
  readonly noResults: string
  readonly selectAll: string
  readonly more: string
  readonly info: string
  readonly copy: string
  readonly copied: string
  readonly decrease: string
  readonly increase: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly time: string
  readonly dismiss: string
  readonly required: string
  /** The error of a required field without a value. */
  readonly valueRequired: string
  readonly opensInNewTab: string
  /** Explains how to leave a code editor and how to list completions. */
  readonly editorKeys: string
  readonly completions: string
  readonly notJson: string
  readonly color: string
  readonly alpha: string
  readonly remove: (name: string) => string
  readonly create: (name: string) => string
  readonly furtherCount: (count: number) => string
  readonly selected: (count: number) => string
  readonly results: (count: number) => string
  readonly sortedAscending: (column: string) => string
  readonly sortedDescending: (column: string) => string
  readonly columnMenu: (column: string) => string
  readonly emptyShare: (percent: string) => string
  readonly secondsLeft: (seconds: number) => string
  readonly filesNotAccepted: (names: string, accepted: string) => string
  readonly oneFileOnly: (count: number) => string
}

/** The default English texts. */
export const englishTexts: Texts = {
  close: 'Close',
  clear: 'Clear',
  search: 'Search',
  loading: 'Loading',
  updating: 'updating',
  noResults: 'No results found',
  selectAll: 'Select all',
  more: 'More',
  info: 'About this field',
  copy: 'Copy',
  copied: 'Copied',
  decrease: 'Less',
  increase: 'More',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  time: 'Time',
  dismiss: 'Dismiss',
  required: 'required',
  valueRequired: 'Required',
  opensInNewTab: 'opens in a new tab',
  editorKeys: 'Tab leaves the editor. Ctrl + Space lists what can stand here.',
  completions: 'Completions',
  notJson: 'Here it is not JSON',
  color: 'Color',
  alpha: 'Opacity',
  remove: (name) => `Remove ${name}`,
  create: (name) => `Use “${name}”`,
  furtherCount: (count) => `+${count}`,
  selected: (count) => `${count} selected`,
  results: (count) => (count === 1 ? '1 result' : `${count} results`),
  sortedAscending: (column) => `Sorted by ${column}, ascending`,
  sortedDescending: (column) => `Sorted by ${column}, descending`,
  columnMenu: (column) => `Menu of ${column}`,
  emptyShare: (percent) => `${percent}% empty`,
  secondsLeft: (seconds) => `${seconds} s`,
  filesNotAccepted: (names, accepted) => `${names} cannot be read here. Accepted files: ${accepted}`,
  oneFileOnly: (count) => `Choose one file at a time. None of the ${count} files was read.`,
}

export const TextsContext = createContext<Texts>(englishTexts)

/** Returns the texts of the controls in the current language. */
export function useTexts(): Texts {
  return useContext(TextsContext)
}
