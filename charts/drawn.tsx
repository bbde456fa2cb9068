import { createContext } from 'react'

/** A picture that can be had in another form than on the screen. */
export interface Drawn {
  /** The picture as the text of an SVG file, in the size and the colours it has on the screen. */
  readonly svg: () => Promise<string>
}

/** Told what is drawn, where somebody wants to know; undefined once it is gone. */
export const DrawnContext = createContext<((drawn: Drawn | undefined) => void) | undefined>(undefined)
