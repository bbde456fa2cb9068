import { type RefObject, useContext, useEffect, useRef } from 'react'
import { RangeComparisonContext } from './range-comparison.tsx'
import type { RangeParser } from './use-range-parser.tsx'
import { t } from '#core/text/t.ts'
import type { TypedRange } from '#core/time/typed-range.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'

/** A typed range: its meaning, or the reason why it has none. */
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

/**
 * Returns the ref of a field to which its dialog passes the focus, as soon as the field is ready. On a phone the
 * keyboard on the screen would cover the rest of the dialog.
 */
function useInitialFocus(isReady: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    const dialog = input.current?.closest<HTMLElement>('[role=dialog]')
    if (!dialog || !isReady || isNarrow) return
    const take = () => input.current?.focus()
    if (document.activeElement === dialog) take()
    else if (!dialog.contains(document.activeElement)) dialog.addEventListener('focus', take, { once: true })
    return () => dialog.removeEventListener('focus', take)
  }, [isReady, isNarrow])
  return input
}

/** Takes a time range as text, such as `last 6 weeks`. */
export function TypedRangeField({ draft, reader, onChange, onEnter }: Props) {
  const canCompare = useContext(RangeComparisonContext) !== undefined
  const example = canCompare ? t('last 6 weeks, 2001-03, mtd vs ly') : t('last 6 weeks, 2001-03, mtd')
  const input = useInitialFocus(reader !== undefined)
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
      inputRef={input}
    />
  )
}
