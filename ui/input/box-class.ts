import { classNames } from '#ui/tokens/class-names.ts'
import type { FieldProps } from '#ui/base/Field.tsx'
import styles from '#ui/base/Field.module.css'
import type { Size } from '#ui/base/size.ts'

/** Returns the class names of the box around an input. */
export function boxClass(
  props: FieldProps & { readonly size?: Size | undefined },
  isOpen: boolean,
  ...more: (string | false | undefined)[]
): string {
  return classNames(
    styles.box,
    props.size === 'sm' && styles.boxSm,
    props.size === 'lg' && styles.boxLg,
    isOpen && styles.open,
    props.error !== undefined && styles.invalid,
    props.isDisabled && styles.off,
    ...more,
  )
}
