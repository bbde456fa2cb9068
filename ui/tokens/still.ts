import { createContext, useContext } from 'react'
import { PrintContext } from './print-settings.ts'

/** True if the content is a static picture, as on a card. */
export const StillContext = createContext(false)

/** True if the content is static or printed, so that controls are left out. */
export function useStill(): boolean {
  const isStill = useContext(StillContext)
  const paper = useContext(PrintContext)
  return isStill || paper !== undefined
}
