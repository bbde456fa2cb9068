import type { ChangeResponse } from '#calls/history.ts'
import { t } from '#core/text/t.ts'
import { fieldLabel } from './change-texts.ts'
import styles from './ChangedFields.module.css'

/** The maximum number of names in the list. */
const MAX_NAMES = 4

const SIGNS = { added: '+', removed: '−', changed: '~' } as const

interface FieldMark {
  readonly name: string
  readonly how: keyof typeof SIGNS
}

/**
 * Returns the changed fields with how they changed: columns and metrics by their names, other fields by their labels.
 */
function fieldMarks(changes: readonly ChangeResponse[]): readonly FieldMark[] {
  return changes.flatMap((change): readonly FieldMark[] => {
    if (change.kind !== 'parts') return [{ name: fieldLabel(change.field), how: 'changed' }]
    return (['added', 'removed', 'changed'] as const).flatMap((how) => change[how].map((name) => ({ name, how })))
  })
}

/** The fields that a version changed, marked by how. Hidden from screen readers, which read the changes as sentences. */
export function ChangedFields({ changes }: { readonly changes: readonly ChangeResponse[] }) {
  const marks = fieldMarks(changes)
  const more = marks.length - MAX_NAMES
  return (
    <span className={styles['fields']} aria-hidden="true">
      {marks.slice(0, MAX_NAMES).map(({ name, how }) => (
        <span key={`${how} ${name}`} className={styles['field']} data-how={how}>
          <b>{SIGNS[how]}</b>
          <span>{name}</span>
        </span>
      ))}
      {more > 0 && <span className={styles['more']}>{t('%s more', more)}</span>}
    </span>
  )
}
