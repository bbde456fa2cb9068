import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import styles from './MoreActions.module.css'

interface Props {
  readonly name: string
  readonly children: ReactNode
  /** They are words, one below the other. */
  readonly isColumn?: boolean
}

/** What is done with a row, or a list, of a phone, behind one button: its acts would leave no room for its name. */
export function MoreActions({ name, children, isColumn }: Props) {
  const [isOpen, setOpen] = useState(false)
  const label = t('Options for %s', name)
  return (
    <Popover
      label={label}
      trigger={<IconButton icon="more" size="sm" label={label} />}
      placement="bottom end"
      hasArrow={false}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pressed are the buttons in it */}
      <div
        className={isColumn ? styles['column'] : styles['acts']}
        onClick={() => setOpen(false)}
        // A button that is pressed by keys sends no click.
        onKeyUp={({ key }) => (key === 'Enter' || key === ' ') && setOpen(false)}
      >
        {children}
      </div>
    </Popover>
  )
}
