import { number } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { TextField } from '#ui/base/TextField.tsx'

export default function NumberView({ control, value, onChange, errors }: ControlViewProps<number | string | null>) {
  const draft = useDraft(String(value ?? ''), (text) => onChange(number.parse(text, control)), FAST_DEBOUNCE)
  return (
    <TextField
      {...fieldTexts(control, errors)}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      onEnter={draft.flush}
    />
  )
}
