import type { EngineResponse } from '#calls/databases.ts'
import { t } from '#core/text/t.ts'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { type ConnectionDraft, type FieldProblems, newDraft } from './connection-form.ts'

interface Props {
  readonly engines: readonly EngineResponse[]
  readonly draft: ConnectionDraft
  readonly problems: FieldProblems
  readonly isReadOnly: boolean
  /** The engine of a saved database cannot be changed. */
  readonly isNew: boolean
  readonly onChange: (draft: ConnectionDraft) => void
}

/** The engine and name of a database, and whether it is described by fields or by a URL. */
export function ConnectionHeader({ engines, draft, problems, isReadOnly, isNew, onChange }: Props) {
  const { database_name: problem } = problems
  const choose = (name: string) => {
    const next = engines.find((each) => each.engine === name)
    if (next) onChange({ ...newDraft(next, draft.name), isUri: draft.isUri, uri: draft.uri, switches: draft.switches })
  }
  return (
    <>
      <Select
        label={t('Engine')}
        options={engines.map((each) => ({ value: each.engine, label: each.name }))}
        value={draft.engine}
        onChange={choose}
        isDisabled={!isNew}
      />
      <TextField
        label={t('Display name')}
        {...(problem === undefined ? {} : { error: problem })}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        isRequired
        isReadOnly={isReadOnly}
        maxLength={250}
      />
      <SegmentedControl<'form' | 'uri'>
        label={t('How the database is described')}
        options={[
          { value: 'form', label: t('Parameters') },
          { value: 'uri', label: t('SQLAlchemy URI') },
        ]}
        value={draft.isUri ? 'uri' : 'form'}
        onChange={(mode) => onChange({ ...draft, isUri: mode === 'uri' })}
      />
    </>
  )
}
