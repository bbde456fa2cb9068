import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import type { ConnectionDraft, SqlSwitch } from './connection-form.ts'

interface Props {
  readonly draft: ConnectionDraft
  readonly isReadOnly: boolean
  readonly onChange: (draft: ConnectionDraft) => void
}

const switches = (): readonly (readonly [SqlSwitch, string, string])[] => [
  ['allow_ctas', t('Allow CREATE TABLE AS'), t('The SQL editor can store the rows of a query in a new table.')],
  ['allow_cvas', t('Allow CREATE VIEW AS'), t('The SQL editor can store a query as a view.')],
  [
    'allow_dml',
    t('Allow DML'),
    t(
      'The SQL editor can change data: INSERT, UPDATE, DELETE, MERGE and TRUNCATE, and CREATE, ALTER and DROP of tables and views.',
    ),
  ],
]

/** Switches for what the SQL editor may do to a database besides reading. */
export function ConnectionSwitches({ draft, isReadOnly, onChange }: Props) {
  return switches().map(([name, label, description]) => (
    <Checkbox
      key={name}
      isSelected={draft.switches[name]}
      description={description}
      isDisabled={isReadOnly}
      onChange={(value) => onChange({ ...draft, switches: { ...draft.switches, [name]: value } })}
    >
      {label}
    </Checkbox>
  ))
}
