import { createContext, useContext } from 'react'

/** The settings for rendering to a file or print: the theme, and the image pixels per CSS pixel. */
export interface PrintSettings {
  readonly theme: 'light' | 'dark'
  readonly pixelRatio: number
}

/** The current settings for a file or print; undefined on the screen. */
export const PrintContext = createContext<PrintSettings | undefined>(undefined)

/** Returns the canvas pixels per CSS pixel: of the screen, or of the output if that is higher. */
export function usePixelRatio(): number {
  const paper = useContext(PrintContext)
  return Math.max(window.devicePixelRatio || 1, paper?.pixelRatio ?? 1)
}
