import { createContext, useContext } from 'react'

/** What is drawn for a file or for paper: in this theme, with so many pixels of a picture to one of the layout. */
export interface Paper {
  readonly theme: 'light' | 'dark'
  readonly pixelRatio: number
}

/** The paper that is drawn on; undefined for the screen. */
export const PaperContext = createContext<Paper | undefined>(undefined)

/** Pixels of a canvas to one of the layout: those of the screen, or of the paper where that has more. */
export function usePixelRatio(): number {
  const paper = useContext(PaperContext)
  return Math.max(window.devicePixelRatio || 1, paper?.pixelRatio ?? 1)
}
