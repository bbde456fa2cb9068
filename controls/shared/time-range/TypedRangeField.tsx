import { useContext } from 'react'
import { RangeComparisonContext } from './range-comparison.tsx'
import type { RangeParser } from './use-range-parser.tsx'
import { t } from '#core/text/t.ts'
import type { TypedRange } from '#core/time/typed-range.ts'
import { TextField } from '#ui/base/TextField.tsx'

/** What a user has typed as a range: its meaning, or the reason why it has none. */
export interface TypedDraft {
  readonly text: string
  readonly range?: TypedRange | undefined
  readonly error?: string | undefined
}

interface Props {
  readonly draft: TypedDraft
  readonly reader: RangeParser | undefined
  readonly onChange: (draft: TypedDraft) => void
  readonly onEnter: () => void
}

/** Takes a time range as text, such as `last 6 weeks`. */
export function TypedRangeField({ draft, reader, onChange, onEnter }: Props) {
  const canCompare = useContext(RangeComparisonContext) !== undefined
  const example = canCompare ? t('last 6 weeks, 2001-03, mtd vs ly') : t('last 6 weeks, 2001-03, mtd')
  const read = (text: string) => {
    const range = reader?.readTypedRange(text)
    if (text.trim() === '') onChange({ text })
    else if (!range) onChange({ text, error: t('This time range is not known. Examples: %s', example) })
    else if (range.comparison && !canCompare)
      onChange({ text, error: t('Time ranges cannot be compared here. Remove the part after “vs”.') })
    else onChange({ text, range })
  }
  return (
    <TextField
      label={t('TYPE A RANGE')}
      placeholder={example}
      value={draft.text}
      onChange={read}
      onEnter={onEnter}
      error={draft.error}
      isDisabled={!reader}
    />
  )
}
