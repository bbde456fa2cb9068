import { useId } from 'react'
import type { FieldProps } from './Field.tsx'

/** Returns the ids that connect a control with its label and its description, and the matching aria attributes. */
export function useFieldIds({ label, ariaLabel, description, error, isRequired }: FieldProps) {
  const base = useId()
  const ids = {
    control: `${base}c`,
    label: `${base}l`,
    description: `${base}d`,
    error: `${base}e`,
  }
  const describedBy = error !== undefined ? ids.error : description !== undefined ? ids.description : undefined
  const aria = {
    'aria-label': label === undefined ? ariaLabel : undefined,
    'aria-describedby': describedBy,
    'aria-invalid': error !== undefined ? (true as const) : undefined,
    'aria-required': isRequired ? (true as const) : undefined,
  }
  const frame = { labelId: ids.label, htmlFor: ids.control, descriptionId: ids.description, errorId: ids.error }
  return { ids, aria, frame }
}

/** Picks the field props. */
export function fieldPropsOf(props: FieldProps): FieldProps {
  const { label, ariaLabel, hint, description, error, isRequired, isDisabled } = props
  return { label, ariaLabel, hint, description, error, isRequired, isDisabled }
}
