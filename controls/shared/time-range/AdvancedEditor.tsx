import { joinSides, sidesOf } from './draft.ts'
import { rangeHelp } from './functions.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/input/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

export interface AdvancedEditorProps {
  readonly range: string
  readonly onChange: (range: string) => void
}

/** Start and end in the language of time ranges. */
export function AdvancedEditor({ range, onChange }: AdvancedEditorProps) {
  const [start, end] = sidesOf(range)
  return (
    <Stack gap={3}>
      <TextField
        label={t('START (INCLUSIVE)')}
        hint={rangeHelp()}
        value={start}
        onChange={(text) => onChange(joinSides(text, end))}
        isCode
      />
      <TextField
        label={t('END (EXCLUSIVE)')}
        value={end}
        onChange={(text) => onChange(joinSides(start, text))}
        isCode
      />
    </Stack>
  )
}
