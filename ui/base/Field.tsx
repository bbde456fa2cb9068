import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { InfoTooltip } from './InfoTooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Field.module.css'

/** The props of all fields. Provide `label`, which is visible, or `ariaLabel` for assistive technology only. */
export interface FieldProps {
  readonly label?: string | undefined
  readonly ariaLabel?: string | undefined
  /** Shown as tooltip of an info icon next to the label. */
  readonly hint?: string | undefined
  readonly description?: string | undefined
  /** Replaces the description. */
  readonly error?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

export interface FieldFrameProps extends FieldProps {
  readonly children: ReactNode
  readonly labelId?: string | undefined
  readonly htmlFor?: string | undefined
  readonly descriptionId?: string | undefined
  readonly errorId?: string | undefined
  /** Shown at the end of the label line. */
  readonly end?: ReactNode | undefined
}

export function Field(props: FieldFrameProps) {
  const { label, hint, description, error, isRequired, children, end } = props
  const texts = useTexts()
  return (
    <div className={classNames(styles.field, props.isDisabled && styles.disabled)}>
      {(label !== undefined || end !== undefined) && (
        <div className={styles.head}>
          {label !== undefined && (
            <label className={styles.label} id={props.labelId} htmlFor={props.htmlFor}>
              {label}
              {isRequired && (
                <span className={styles.required} title={texts.required} aria-hidden="true">
                  {'*'}
                </span>
              )}
            </label>
          )}
          {hint !== undefined && (
            <InfoTooltip text={hint} label={label === undefined ? hint : `${texts.info}: ${label}`} />
          )}
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </div>
      )}
      {children}
      {error !== undefined ? (
        <p className={styles.error} id={props.errorId}>
          <Icon name="warning" size={14} />
          <span>{error}</span>
        </p>
      ) : (
        description !== undefined && (
          <p className={styles.description} id={props.descriptionId}>
            {description}
          </p>
        )
      )}
    </div>
  )
}
