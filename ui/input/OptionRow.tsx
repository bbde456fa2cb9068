import { Icon } from '#ui/base/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './OptionList.module.css'
import type { Option, OptionValue } from './option.ts'

export interface OptionRowProps<V extends OptionValue> {
  readonly id: string
  readonly option: Option<V>
  readonly index: number
  readonly count: number
  readonly height: number
  readonly isChosen: boolean
  readonly isActive: boolean
  readonly mark: 'box' | 'round' | 'tick'
  /** The value of a full bar. */
  readonly full: number
  readonly isExclude: boolean
  readonly format: (count: number) => string
  readonly onSelect: (option: Option<V>) => void
  readonly onPoint: (index: number) => void
  readonly onEnter?: ((option: Option<V>) => void) | undefined
}

export function OptionRow<V extends OptionValue>(props: OptionRowProps<V>) {
  const { option, isChosen, isActive, mark, full, index } = props
  const share = option.count === undefined || full <= 0 ? undefined : Math.min(1, option.count / full)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles keys
    <div
      id={props.id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={option.isDisabled || undefined}
      aria-setsize={props.count}
      aria-posinset={index + 1}
      className={classNames(
        styles.row,
        isActive && styles.active,
        isChosen && styles.chosen,
        props.isExclude && isChosen && styles.excluded,
        option.isDisabled && styles.disabled,
        option.count === 0 && !isChosen && styles.zero,
      )}
      style={{ height: props.height }}
      onPointerEnter={props.onEnter && (() => props.onEnter?.(option))}
      onPointerMove={() => props.onPoint(index)}
      onClick={() => !option.isDisabled && props.onSelect(option)}
    >
      {mark === 'box' && (
        <span className={styles.box}>{isChosen && <Icon name={props.isExclude ? 'minus' : 'check'} size={12} />}</span>
      )}
      {mark === 'round' && <span className={styles.round} />}
      {option.icon && <Icon name={option.icon} tone="neutral" />}
      <span className={styles.name}>
        {share !== undefined && (
          <span className={styles.bar} data-count style={{ width: `${Math.max(share * 100, 0.5)}%` }} />
        )}
        <span className={styles.label}>{option.label}</span>
        {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
      </span>
      {option.count !== undefined && (
        <span className={styles.count} data-count>
          {props.format(option.count)}
        </span>
      )}
      {mark === 'tick' && isChosen && <Icon name="check" size={14} tone="accent" />}
    </div>
  )
}
