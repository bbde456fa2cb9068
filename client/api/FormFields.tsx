import { t } from '#core/text/t.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import type { TrialState } from './use-trial.ts'

interface Props {
  readonly trial: TrialState
}

/** The fields of a multipart form as JSON, and its file. */
export function FormFields({ trial }: Props) {
  return (
    <>
      <CodeEditor
        label={t('Fields')}
        value={trial.json}
        onChange={trial.setJson}
        language="json"
        minLines={2}
        maxLines={10}
        error={trial.problem}
      />
      <TextField label={t('Field of the file')} value={trial.fileField} onChange={trial.setFileField} isCode />
      <FileDrop
        label={trial.file?.name ?? t('File')}
        buttonLabel={t('Choose a file')}
        onFiles={([file]) => file && trial.setFile(file)}
      />
    </>
  )
}
