import { Focusable } from 'react-aria-components/Tooltip'
import { Icon } from '#ui/display/Icon.tsx'
import type { IconName } from '#ui/display/icon-paths.ts'
import type { Tone } from '#ui/display/tone.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './InfoTip.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface InfoTipProps {
  readonly text: string
  readonly label?: string | undefined
  readonly icon?: IconName | undefined
  readonly tone?: Tone | undefined
}

export function InfoTip({ text, label, icon = 'info', tone = 'neutral' }: InfoTipProps) {
  const texts = useTexts()
  return (
    <Tooltip text={text} delay={150}>
      <Focusable>
        <button type="button" className={styles.button} aria-label={label ?? texts.info}>
          <Icon name={icon} size={14} tone={tone} />
        </button>
      </Focusable>
    </Tooltip>
  )
}
