import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { DateTimeField } from '#ui/input/DateTimeField.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { useSaveResource } from './use-save.ts'

/** An annotation as listed; timestamps are ISO text in UTC without a zone. */
export interface AnnotationRow {
  readonly id: number
  readonly short_descr: string
  readonly long_descr: string | null
  readonly start_dttm: string
  readonly end_dttm: string
  readonly json_metadata?: string | null
}

interface AnnotationDialogProps {
  readonly layerId: number
  /** The annotation to edit; absent for a new one. */
  readonly annotation?: AnnotationRow | undefined
  readonly onClose: () => void
}

interface Draft {
  readonly short_descr: string
  readonly long_descr: string
  readonly start_dttm: string | undefined
  readonly end_dttm: string | undefined
  readonly json_metadata: string
}

function draftOf(annotation: AnnotationRow | undefined): Draft {
  return {
    short_descr: annotation?.short_descr ?? '',
    long_descr: annotation?.long_descr ?? '',
    start_dttm: annotation?.start_dttm,
    end_dttm: annotation?.end_dttm,
    json_metadata: annotation?.json_metadata ?? '',
  }
}

interface FieldsProps {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
}

function Fields({ draft, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        isRequired
        autoFocus
        maxLength={500}
        value={draft.short_descr}
        onChange={(short_descr) => set({ short_descr })}
      />
      <DateTimeField
        label={t('Start')}
        isRequired
        calendarLabel={t('Select the start in a calendar')}
        value={draft.start_dttm}
        onChange={(start_dttm) => set({ start_dttm })}
      />
      <DateTimeField
        label={t('End')}
        hint={t('Without an end it ends as it begins')}
        calendarLabel={t('Select the end in a calendar')}
        value={draft.end_dttm}
        onChange={(end_dttm) => set({ end_dttm })}
      />
      <TextField
        label={t('Additional information')}
        value={draft.long_descr}
        onChange={(long_descr) => set({ long_descr })}
        isMultiline
        rows={3}
      />
      <CodeEditor
        label={t('JSON metadata')}
        value={draft.json_metadata}
        onChange={(json_metadata) => set({ json_metadata })}
        language="json"
        minLines={3}
        maxLines={10}
      />
    </>
  )
}

/** Edits the text and time range of an annotation. An annotation without an end ends when it starts. */
export function AnnotationDialog({ layerId, annotation, onClose }: AnnotationDialogProps) {
  const [begun] = useState(() => draftOf(annotation))
  const [draft, setDraft] = useState(begun)
  const save = useSaveResource(`annotation_layer/${layerId}/annotation`, annotation?.id, onClose)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const body = {
    short_descr: draft.short_descr.trim(),
    long_descr: draft.long_descr === '' ? null : draft.long_descr,
    start_dttm: draft.start_dttm,
    end_dttm: draft.end_dttm ?? draft.start_dttm,
    json_metadata: draft.json_metadata === '' ? null : draft.json_metadata,
  }
  return (
    <SaveDialog
      title={annotation ? t('Edit annotation') : t('Add annotation')}
      problem={save.error?.message}
      isChanged={JSON.stringify(draft) !== JSON.stringify(begun)}
      canSave={body.short_descr !== '' && body.start_dttm !== undefined}
      isSaving={save.isPending}
      onSave={() => save.mutate(body)}
      onClose={onClose}
    >
      <Fields draft={draft} set={set} />
    </SaveDialog>
  )
}
