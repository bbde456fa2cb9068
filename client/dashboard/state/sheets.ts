import { createContext, useContext } from 'react'

/** The format of an export. */
export type SheetFormat = 'png' | 'pdf'

/** Exports of a dashboard or of one chart as an image or a print. */
export interface Sheets {
  /** Saves one chart as an image. */
  readonly saveChart: (chartId: number, title: string) => void
  /** Copies the rows and the picture of one chart. */
  readonly copyChart: (chartId: number) => void
  /** Opens the dialog that saves the dashboard as an image or prints it. */
  readonly open: (format: SheetFormat) => void
}

const none: Sheets = { saveChart: () => undefined, copyChart: () => undefined, open: () => undefined }

export const SheetsContext = createContext<Sheets>(none)

export function useSheets(): Sheets {
  return useContext(SheetsContext)
}
