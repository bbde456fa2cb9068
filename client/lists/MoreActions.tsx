import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import styles from './MoreActions.module.css'

interface Props {
  readonly name: string
  readonly children: ReactNode
  /** True for a vertical list of labeled actions. */
  readonly isColumn?: boolean
}

/** Groups the actions of a row or list behind one button on a phone, where they would leave no room for the name. */
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
        // A button pressed by keyboard sends no click.
        onKeyUp={({ key }) => (key === 'Enter' || key === ' ') && setOpen(false)}
      >
        {children}
      </div>
    </Popover>
  )
}
