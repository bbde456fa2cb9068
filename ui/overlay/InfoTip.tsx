import { type PointerEvent, useRef, useState } from 'react'
import { Icon } from '#ui/display/Icon.tsx'
import type { IconName } from '#ui/display/icon-paths.ts'
import type { Tone } from '#ui/display/tone.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './InfoTip.module.css'
import { LaterTip, type Nearness } from './LaterTip.tsx'

export interface InfoTipProps {
  readonly text: string
  readonly label?: string | undefined
  readonly icon?: IconName | undefined
  readonly tone?: Tone | undefined
}

export function InfoTip({ text, label, icon = 'info', tone = 'neutral' }: InfoTipProps) {
  const texts = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [near, setNear] = useState<Nearness>()
  const come = (event: PointerEvent) => event.pointerType !== 'touch' && setNear('over')
  const go = (to: Nearness) => () => setNear((before) => before && to)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label ?? texts.info}
        onPointerEnter={come}
        onPointerLeave={go('away')}
        onPointerDown={go('pressed')}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setNear('focused')}
        onBlur={go('pressed')}
        onKeyDown={go('pressed')}
      >
        <Icon name={icon} size={14} tone={tone} />
      </button>
      {near && (
        <LaterTip of={button} near={near}>
          {text}
        </LaterTip>
      )}
    </>
  )
}
