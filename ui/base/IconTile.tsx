import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import { LazyTooltip } from './LazyTooltip.tsx'
import { usePointerState } from './pointer-state.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import buttons from './Button.module.css'
import square from './IconButton.module.css'
import styles from './IconTile.module.css'

export interface IconTileProps {
  readonly icon: IconName
  /** The accessible name and the tooltip. */
  readonly label: string
  readonly isSelected: boolean
  readonly onPress: () => void
}

/**
 * An option of a single-choice group. A plain button, because selecting it can render a lot, and it must not add to
 * that.
 */
export function IconTile({ icon, label, isSelected, onPress }: IconTileProps) {
  const { ref, visitor, handlers } = usePointerState()
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        aria-pressed={isSelected}
        className={classNames(
          buttons.button,
          buttons.md,
          square.square,
          square.md,
          styles.tile,
          isSelected && buttons.selected,
        )}
        onClick={onPress}
        {...handlers}
      >
        <Icon name={icon} />
      </button>
      {visitor && (
        <LazyTooltip of={ref} visitor={visitor} delay={500}>
          {label}
        </LazyTooltip>
      )}
    </>
  )
}
