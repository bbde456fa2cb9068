import { Icon } from './Icon.tsx'
import { LazyTooltip } from './LazyTooltip.tsx'
import { usePointerState } from './pointer-state.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import buttons from './Button.module.css'
import square from './IconButton.module.css'
import styles from './IconTile.module.css'

export interface CloseButtonProps {
  /** The accessible name and the tooltip. */
  readonly label: string
  readonly onPress: () => void
}

/** The close button of a container. A plain button, because it appears often inside other content. */
export function CloseButton({ label, onPress }: CloseButtonProps) {
  const { ref, visitor, handlers } = usePointerState()
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        className={classNames(buttons.button, buttons.quiet, buttons.sm, square.square, square.sm, styles.tile)}
        onClick={onPress}
        {...handlers}
      >
        <Icon name="close" />
      </button>
      {visitor && (
        <LazyTooltip of={ref} visitor={visitor} delay={500}>
          {label}
        </LazyTooltip>
      )}
    </>
  )
}
