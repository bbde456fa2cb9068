import { createContext, useContext } from 'react'

/** What a sheet is made as. */
export type SheetFormat = 'png' | 'pdf'

/** The sheets of a dashboard: pictures and prints of it, or of one chart. */
export interface Sheets {
  /** Saves the picture of one chart. */
  readonly saveChart: (chartId: number, title: string) => void
  /** Opens the dialog that makes a picture or a print of the dashboard. */
  readonly open: (format: SheetFormat) => void
}

const none: Sheets = { saveChart: () => undefined, open: () => undefined }

export const SheetsContext = createContext<Sheets>(none)

export function useSheets(): Sheets {
  return useContext(SheetsContext)
}
