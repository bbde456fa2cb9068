import type { ControlViewProps } from '#controls/control.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'

export default function TextView({ control, value, onChange, errors }: ControlViewProps<string>) {
  const draft = useDraft(value ?? '', onChange, FAST_DEBOUNCE)
  return (
    <TextField
      {...fieldTexts(control, errors)}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      onEnter={draft.flush}
      placeholder={control.placeholder === undefined ? undefined : t(control.placeholder)}
    />
  )
}
