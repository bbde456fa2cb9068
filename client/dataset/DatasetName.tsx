import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip } from '#ui/base/Tooltip.tsx'
import { isLongName } from './long-name.ts'
import styles from './DatasetName.module.css'

/** The name of a dataset on one line; a tooltip shows a truncated name in full. */
export function DatasetName({ children }: { readonly children: string }) {
  if (!isLongName(children)) return <span className={styles['name']}>{children}</span>
  return (
    <Tooltip text={children}>
      <Focusable>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip is for the keyboard as well */}
        <span className={styles['name']} tabIndex={0} role="note">
          {children}
        </span>
      </Focusable>
    </Tooltip>
  )
}
