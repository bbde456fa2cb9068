import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import styles from './Section.module.css'

export interface SectionProps {
  readonly title: string
  readonly children: ReactNode
  readonly isOpen?: boolean | undefined
  readonly defaultOpen?: boolean | undefined
  readonly onToggle?: ((isOpen: boolean) => void) | undefined
  readonly end?: ReactNode | undefined
  readonly level?: 2 | 3 | 4 | undefined
  readonly hasError?: boolean | undefined
  readonly hint?: string | undefined
}

export function Section(props: SectionProps) {
  const { title, children, onToggle, end, level = 3, hasError, hint } = props
  const [ownOpen, setOwnOpen] = useState(props.defaultOpen ?? true)
  const isOpen = props.isOpen ?? ownOpen
  const panelId = useId()
  const Heading = `h${level}` as const
  const toggle = () => {
    setOwnOpen(!isOpen)
    onToggle?.(!isOpen)
  }
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <Heading className={styles.heading}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={toggle}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} tone="neutral" />
            {title}
            {hasError && <Icon name="warning" size={14} tone="danger" />}
          </button>
        </Heading>
        {hint !== undefined && <InfoTooltip text={hint} />}
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
