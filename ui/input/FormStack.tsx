import type { ReactNode } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './FormStack.module.css'

export interface FormStackProps {
  readonly children: ReactNode
  readonly onSubmit?: (() => void) | undefined
  readonly ariaLabel?: string | undefined
  readonly columns?: 1 | 2 | undefined
  readonly id?: string | undefined
}

export function FormStack({ children, onSubmit, ariaLabel, columns = 1, id }: FormStackProps) {
  return (
    <form
      id={id}
      aria-label={ariaLabel}
      noValidate
      className={classNames(styles.form, columns === 2 && styles.two)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {children}
      {/* Enter submits a form with several fields only if the form contains a submit button. */}
      {onSubmit && <input type="submit" hidden tabIndex={-1} aria-hidden="true" />}
    </form>
  )
}
