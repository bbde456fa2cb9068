import { createContext, useContext } from 'react'
import { useTexts } from '#ui/tokens/texts.ts'
import type { FieldProps } from './Field.tsx'

/** True after an attempt to save a form: its empty required fields say that they are required. */
export const SaveAttemptContext = createContext(false)

/** Returns the error of a text field: its own, or that a required value is missing after an attempt to save. */
export function useTextError({ error, isRequired }: FieldProps, value: string): string | undefined {
  const isAttempted = useContext(SaveAttemptContext)
  const { valueRequired } = useTexts()
  return error ?? (isAttempted && isRequired && value.trim() === '' ? valueRequired : undefined)
}
