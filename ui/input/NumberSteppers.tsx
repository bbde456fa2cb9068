import { Icon } from '#ui/base/Icon.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './NumberField.module.css'

export interface NumberSteppersProps {
  readonly isDisabled: boolean | undefined
  readonly onMove: (direction: 1 | -1) => void
}

export function NumberSteppers({ isDisabled, onMove }: NumberSteppersProps) {
  const texts = useTexts()
  return (
    <span className={styles.steppers}>
      <button type="button" tabIndex={-1} aria-label={texts.increase} disabled={isDisabled} onClick={() => onMove(1)}>
        <Icon name="chevron-up" size={12} />
      </button>
      <button type="button" tabIndex={-1} aria-label={texts.decrease} disabled={isDisabled} onClick={() => onMove(-1)}>
        <Icon name="chevron-down" size={12} />
      </button>
    </span>
  )
}
