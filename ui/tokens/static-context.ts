import { createContext, useContext } from 'react'
import { PrintContext } from './print-settings.ts'

/** True if the content is a static picture, as on a card. */
export const StaticContext = createContext(false)

/** True if the content is static or printed, so that controls are left out. */
export function useIsStatic(): boolean {
  const isStill = useContext(StaticContext)
  const paper = useContext(PrintContext)
  return isStill || paper !== undefined
}
