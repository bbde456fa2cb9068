import { createContext } from 'react'

/** The export interface of a drawn picture. */
export interface PictureExport {
  /** Returns the picture as SVG text, in its size and colors on the screen. */
  readonly svg: () => Promise<string>
}

/** A callback of the page that receives the drawn picture, for export; undefined after the picture is removed. */
export const PictureExportContext = createContext<((drawn: PictureExport | undefined) => void) | undefined>(undefined)
