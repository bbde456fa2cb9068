import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { tryCall } from '#calls/document.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ResponseView } from './ResponseView.tsx'
import { callUrl, type Operation } from './operations.ts'
import { useRequestForm, type RequestFormState } from './use-trial.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'

interface FormFieldsProps {
  readonly trial: RequestFormState
}

/** The fields of a multipart form as JSON, and its file. */
function FormFields({ trial }: FormFieldsProps) {
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
      <TextField label={t('Name of the file field')} value={trial.fileField} onChange={trial.setFileField} isCode />
      <FileDrop
        label={trial.file?.name ?? t('File')}
        buttonLabel={t('Choose a file')}
        onFiles={([file]) => file && trial.setFile(file)}
      />
    </>
  )
}

/** An example of the query string of list operations. */
const EXAMPLE = 'q=(page:0,page_size:5)'

interface Props {
  readonly operation: Operation
}

/** Fills in a call, sends it as the current user, and shows the response below. */
export function TryForm({ operation }: Props) {
  const { method, path, parts, body } = operation
  const trial = useRequestForm(operation)
  const [query, setQuery] = useState('')
  const sending = useMutation({
    mutationFn: () => tryCall({ method, path: callUrl(path, trial.parts, query), body: trial.bodyOf() }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trial.isReady) sending.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={3}>
        {parts.map((name) => (
          <TextField
            key={name}
            label={name}
            value={trial.parts[name] ?? ''}
            onChange={(value) => trial.setPart(name, value)}
            isRequired
            isCode
          />
        ))}
        <TextField label={t('Query string')} value={query} onChange={setQuery} placeholder={EXAMPLE} isCode />
        {body === 'json' && (
          <CodeEditor
            label={t('Body')}
            value={trial.json}
            onChange={trial.setJson}
            language="json"
            minLines={3}
            maxLines={16}
            error={trial.problem}
          />
        )}
        {body === 'form' && <FormFields trial={trial} />}
        <Inline gap={2}>
          <Button
            type="submit"
            variant={method === 'DELETE' ? 'danger' : 'primary'}
            isPending={sending.isPending}
            isDisabled={!trial.isReady}
          >
            {t('Send')}
          </Button>
        </Inline>
        {sending.isError && <ErrorPanel title={t('No response')} text={sending.error.message} />}
        {sending.data && <ResponseView answer={sending.data} />}
      </Stack>
    </form>
  )
}
