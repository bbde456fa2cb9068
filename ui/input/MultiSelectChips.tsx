import { Icon } from '#ui/base/Icon.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './MultiSelect.module.css'
import { type OptionValue, optionKey } from './option.ts'

export interface MultiSelectChipsProps<V extends OptionValue> {
  readonly values: readonly V[]
  readonly hidden: number
  readonly labelOf: (value: V) => string
  /** Whether each chip has a remove button. */
  readonly isRemovable: boolean
  readonly onRemove: (value: V) => void
  readonly onShowAll: () => void
}

export function MultiSelectChips<V extends OptionValue>(props: MultiSelectChipsProps<V>) {
  const { values, hidden, labelOf, isRemovable, onRemove, onShowAll } = props
  const texts = useTexts()
  return (
    <>
      {values.map((value) => {
        const label = labelOf(value)
        return (
          <span key={optionKey(value)} className={styles.chip}>
            <span className={styles.chipText} title={label}>
              {label}
            </span>
            {isRemovable && (
              <button
                type="button"
                className={styles.remove}
                aria-label={texts.remove(label)}
                onClick={() => onRemove(value)}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </span>
        )
      })}
      {hidden > 0 && (
        <button type="button" className={styles.further} onClick={onShowAll}>
          {texts.furtherCount(hidden)}
        </button>
      )}
    </>
  )
}
