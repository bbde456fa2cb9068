import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import type { Tone } from './tone.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './InfoTooltip.module.css'
import { LazyTooltip } from './LazyTooltip.tsx'
import { usePointerState } from './pointer-state.ts'

export interface InfoTooltipProps {
  readonly text: string
  readonly label?: string | undefined
  readonly icon?: IconName | undefined
  readonly tone?: Tone | undefined
}

export function InfoTooltip({ text, label, icon = 'info', tone = 'neutral' }: InfoTooltipProps) {
  const texts = useTexts()
  const { ref, visitor, handlers } = usePointerState()
  return (
    <>
      <button ref={ref} type="button" className={styles.button} aria-label={label ?? texts.info} {...handlers}>
        <Icon name={icon} size={14} tone={tone} />
      </button>
      {visitor && (
        <LazyTooltip of={ref} visitor={visitor} delay={150}>
          {text}
        </LazyTooltip>
      )}
    </>
  )
}
