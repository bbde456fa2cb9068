import { createContext, useContext } from 'react'

/** The format of an export. */
export type DashboardExportFormat = 'png' | 'pdf'

/** Exports of a dashboard or of one chart as an image or a print. */
export interface DashboardExports {
  /** Saves one chart as an image. */
  readonly saveChart: (chartId: number, title: string) => void
  /** Copies the rows and the picture of one chart. */
  readonly copyChart: (chartId: number) => void
  /** Opens the dialog that saves the dashboard as an image or prints it. */
  readonly open: (format: DashboardExportFormat) => void
}

const noExports: DashboardExports = { saveChart: () => undefined, copyChart: () => undefined, open: () => undefined }

export const DashboardExportContext = createContext<DashboardExports>(noExports)

export function useDashboardExports(): DashboardExports {
  return useContext(DashboardExportContext)
}
