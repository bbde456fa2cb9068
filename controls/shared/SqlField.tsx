import { useRef, useState } from 'react'
import { completed, completionsAt, popoverRows, vocabulary } from './completion.ts'
import type { ControlContext } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { CodeArea } from '#ui/input/CodeArea.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

export interface SqlFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (sql: string) => void
  readonly context: ControlContext
}

/** An SQL expression with completions from the columns of the dataset below it. */
export function SqlField({ label, value, onChange, context }: SqlFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(value.length)
  const offered = completionsAt(value, caret, vocabulary(context))
  const type = (text: string) => {
    onChange(text)
    setCaret(area.current?.selectionEnd ?? text.length)
  }
  const complete = (completion: string) => {
    const [text, next] = completed(value, caret, completion)
    onChange(text)
    setCaret(next)
    area.current?.focus()
  }
  return (
    <>
      <CodeArea label={label} value={value} onChange={type} rows={popoverRows(value)} textRef={area} />
      {offered.length > 0 && (
        <div role="group" aria-label={t('Completions')}>
          <Inline gap={1} isWrapping>
            {offered.map((completion) => (
              <Button key={completion} size="sm" variant="quiet" onPress={() => complete(completion)}>
                {completion}
              </Button>
            ))}
          </Inline>
        </div>
      )}
    </>
  )
}
