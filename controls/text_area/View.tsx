import { useState } from 'react'
import { EDITOR_HEIGHT, MIN_DIALOG_LINES, MIN_LINES, MAX_LINES } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { SLOW_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

interface DialogEditorProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The editor in a separate dialog. */
export function DialogEditor({ label, text, onChange }: DialogEditorProps) {
  return <CodeEditor ariaLabel={label} value={text} onChange={onChange} language="text" minLines={MIN_DIALOG_LINES} />
}

export default function TextAreaView({ control, value, onChange, errors }: ControlViewProps<string>) {
  const draft = useDraft(value ?? '', onChange, SLOW_DEBOUNCE)
  const [isLarge, setLarge] = useState(false)
  const field = fieldTexts(control, errors)
  const close = () => {
    draft.flush()
    setLarge(false)
  }
  return (
    <Stack gap={1}>
      <CodeEditor
        {...field}
        value={draft.text}
        onChange={draft.change}
        language="text"
        minLines={MIN_LINES}
        maxLines={MAX_LINES}
        maxHeight={EDITOR_HEIGHT}
      />
      <Button size="sm" variant="quiet" icon="expand" onPress={() => setLarge(true)}>
        {t('Edit in a dialog')}
      </Button>
      <Modal
        title={field.label}
        isOpen={isLarge}
        onClose={close}
        size="full"
        isFullHeight
        footer={
          <Button variant="primary" onPress={close}>
            {t('Done')}
          </Button>
        }
      >
        <DialogEditor label={field.label} text={draft.text} onChange={draft.change} />
      </Modal>
    </Stack>
  )
}
