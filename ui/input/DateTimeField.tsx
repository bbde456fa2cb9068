import { useRef, useState } from 'react'
import { Popover } from '#ui/overlay/Popover.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import { boxClass } from './box-class.ts'
import { Calendar } from './Calendar.tsx'
import { parseWallClock, printWallClock } from './civil-day.ts'
import { useDraft } from './draft.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import styles from './DateTimeField.module.css'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { Size } from '#ui/base/size.ts'
import { TextField } from '#ui/base/TextField.tsx'

export interface DateTimeFieldProps extends FieldProps {
  /** Wall-clock ISO text without time zone; only `YYYY-MM-DD` for `day`. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly granularity?: 'day' | 'minute' | 'second' | undefined
  readonly today?: string | undefined
  /** The accessible name of the calendar button. */
  readonly calendarLabel: string
  readonly size?: Size | undefined
}

/** Manages the typed text and its conversion to a timestamp. */
function useMoment({ value, onChange, granularity = 'second' }: DateTimeFieldProps) {
  const printed = value === undefined ? '' : printWallClock(value, granularity)
  const [text, setText] = useDraft(printed)
  const say = (instant: string | undefined) => {
    const next = instant === undefined ? undefined : granularity === 'day' ? instant.slice(0, 10) : instant
    if (next !== value) onChange(next)
  }
  const commit = () => {
    const instant = parseWallClock(text)
    if (instant === undefined && text.trim() !== '') setText(printed)
    else say(instant)
  }
  return { text, setText, say, commit }
}

export function DateTimeField(props: DateTimeFieldProps) {
  const { value, granularity = 'second', isDisabled, calendarLabel } = props
  const { ids, aria, frame } = useFieldIds(props)
  const texts = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { text, setText, say, commit } = useMoment(props)
  const select = (day: string) => {
    say(`${day}T${value?.slice(11, 19) || '00:00:00'}`)
    if (granularity === 'day') setOpen(false)
  }
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <div ref={box} className={boxClass(props, isOpen)}>
        <input
          id={ids.control}
          value={text}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          placeholder={printWallClock('YYYY-MM-DDTHH:MM:SS', granularity)}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
          {...aria}
        />
        <IconButton
          icon="calendar"
          size="sm"
          label={calendarLabel}
          isDisabled={isDisabled}
          expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
      </div>
      <Popover label={calendarLabel} anchor={box} isOpen={isOpen} onOpenChange={setOpen} hasArrow={false} width={264}>
        <Calendar label={calendarLabel} value={value?.slice(0, 10)} today={props.today} onChange={select} />
        {granularity !== 'day' && (
          <div className={styles.clock}>
            <TextField
              label={texts.time}
              value={text.slice(11)}
              isDisabled={value === undefined}
              onChange={(time) => setText(`${text.slice(0, 10)} ${time}`)}
              onBlur={commit}
              onEnter={commit}
            />
          </div>
        )}
      </Popover>
    </Field>
  )
}
