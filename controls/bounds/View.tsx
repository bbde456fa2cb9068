import { type Bounds, bounds } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { BOUNDS_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { Field } from '#ui/base/Field.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

export default function BoundsView({ control, value, onChange, errors }: ControlViewProps<Bounds>) {
  const [low, high] = value ?? [null, null]
  const lower = useDraft(String(low ?? ''), (text) => onChange(bounds.parse([text, high], control)), BOUNDS_DEBOUNCE)
  const upper = useDraft(String(high ?? ''), (text) => onChange(bounds.parse([low, text], control)), BOUNDS_DEBOUNCE)
  const field = fieldTexts(control, errors)
  const end = (draft: typeof lower, name: string) => (
    <TextField
      ariaLabel={`${field.label}: ${name}`}
      placeholder={name}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      onEnter={draft.flush}
    />
  )
  return (
    <Field {...field}>
      <Inline gap={2}>
        {end(lower, t('Min'))}
        {end(upper, t('Max'))}
      </Inline>
    </Field>
  )
}
