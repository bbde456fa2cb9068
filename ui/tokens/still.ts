import { createContext, useContext } from 'react'
import { PaperContext } from './paper.ts'

/** Whether what is drawn here is only looked at, as a picture on a card is. */
export const StillContext = createContext(false)

/** Whether nothing that is drawn here can be pressed: it is a still picture, or stands on paper. Controls are left out. */
export function useStill(): boolean {
  const isStill = useContext(StillContext)
  const paper = useContext(PaperContext)
  return isStill || paper !== undefined
}
