import type { EngineResponse } from '#calls/databases.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { type ConnectionDraft, type ConnectionField, type FieldProblems, fieldsOf } from './connection-form.ts'

interface Props {
  readonly engine: EngineResponse
  readonly draft: ConnectionDraft
  readonly problems: FieldProblems
  readonly isReadOnly: boolean
  readonly onChange: (draft: ConnectionDraft) => void
  /** Called when a field loses the focus. */
  readonly onLeave: () => void
}

function Parameter({ field, ...props }: Props & { readonly field: ConnectionField }) {
  const { draft, problems, onChange, onLeave } = props
  const { name, type, title = name, description, isRequired } = field
  const set = (value: string | number | boolean) => onChange({ ...draft, values: { ...draft.values, [name]: value } })
  const value = draft.values[name]
  if (type === 'boolean') {
    return (
      <Checkbox isSelected={value === true} onChange={set} description={description} isDisabled={props.isReadOnly}>
        {title}
      </Checkbox>
    )
  }
  const isSecret = field.format === 'password'
  return (
    <TextField
      label={title}
      {...(description ? { description } : {})}
      {...(problems[name] === undefined ? {} : { error: problems[name] })}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => set(type === 'integer' && /^\d{1,9}$/.test(text) ? Number(text) : text)}
      onBlur={onLeave}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      isRequired={isRequired}
      isReadOnly={props.isReadOnly}
    />
  )
}

/** The connection settings: a URL, or the parameters of the engine. */
export function ConnectionFields(props: Props) {
  const { engine, draft, problems, onChange } = props
  if (!draft.isUri) return fieldsOf(engine).map((field) => <Parameter key={field.name} field={field} {...props} />)
  const error = problems['sqlalchemy_uri']
  return (
    <TextField
      label={t('SQLAlchemy URI')}
      description={t('A password in the URI is stored encrypted and never shown again')}
      {...(error === undefined ? {} : { error })}
      value={draft.uri}
      onChange={(uri) => onChange({ ...draft, uri })}
      placeholder={engine.sqlalchemy_uri_placeholder}
      autoComplete="off"
      maxLength={1024}
      isCode
      isRequired
      isReadOnly={props.isReadOnly}
    />
  )
}
