import { createContext } from 'react'

/** The export interface of a drawn picture. */
export interface Drawn {
  /** Returns the picture as SVG text, in its size and colors on the screen. */
  readonly svg: () => Promise<string>
}

/** A callback of the page that receives the drawn picture, for export; undefined after the picture is removed. */
export const DrawnContext = createContext<((drawn: Drawn | undefined) => void) | undefined>(undefined)
