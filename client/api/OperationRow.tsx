import { useId, useState } from 'react'
import { Badge } from '#ui/display/Badge.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import type { Tone } from '#ui/base/tone.ts'
import styles from './OperationRow.module.css'
import type { Operation } from './operations.ts'
import { TryForm } from './TryForm.tsx'

const TONES: Readonly<Record<string, Tone>> = { GET: 'accent', POST: 'good', PUT: 'warn', DELETE: 'danger' }

interface Props {
  readonly operation: Operation
}

/** One API operation. Expanding it shows a form to try it. */
export function OperationRow({ operation }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const { method, path, summary } = operation
  return (
    <div className={styles['row']}>
      <h3 className={styles['heading']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} tone="neutral" />
          <span className={styles['method']}>
            <Badge tone={TONES[method] ?? 'neutral'}>{method}</Badge>
          </span>
          <code className={styles['path']}>{path}</code>
          <span className={styles['summary']}>{summary}</span>
        </button>
      </h3>
      <div id={panel} hidden={!isOpen} className={styles['panel']}>
        {isOpen && <TryForm operation={operation} />}
      </div>
    </div>
  )
}
