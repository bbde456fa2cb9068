import { joinSides, rangeEnds } from './draft.ts'
import { rangeHelp } from './range-help.ts'
import type { SideError } from './preview.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

export interface AdvancedEditorProps {
  readonly range: string
  readonly onChange: (range: string) => void
  /** The error in one of the sides. */
  readonly fault?: SideError | undefined
}

/** Start and end as time expressions. */
export function AdvancedEditor({ range, onChange, fault }: AdvancedEditorProps) {
  const [start, end] = rangeEnds(range)
  const at = (side: SideError['side']) => (fault?.side === side ? fault.message : undefined)
  const { offer } = fault ?? {}
  const mend = offer && (
    <span>
      <Button size="sm" onPress={() => onChange(offer.range)}>
        {t('Did you mean "%s"?', offer.word)}
      </Button>
    </span>
  )
  return (
    <Stack gap={3}>
      <TextField
        label={t('START (INCLUSIVE)')}
        hint={rangeHelp()}
        value={start}
        onChange={(text) => onChange(joinSides(text, end))}
        error={at('start')}
        isCode
      />
      {fault?.side === 'start' && mend}
      <TextField
        label={t('END (EXCLUSIVE)')}
        value={end}
        onChange={(text) => onChange(joinSides(start, text))}
        error={at('end')}
        isCode
      />
      {fault?.side === 'end' && mend}
    </Stack>
  )
}
