import { localNumber } from '#core/format/locale.ts'
import { useState } from 'react'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import { MAX_CSS_LENGTH } from '#core/css/max-css-length.ts'
import type { AllowedActions, UserReferenceResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { IgnoredStyles } from './IgnoredStyles.tsx'
import { useScopedCss } from './use-scoped-css.ts'

/** A CSS template as listed. */
export interface TemplateRow {
  readonly id: number
  readonly template_name: string
  readonly css: string | null
  readonly created_by?: UserReferenceResponse | null
  readonly changed_on_delta_humanized?: string
  readonly abilities?: AllowedActions
}

interface Props {
  /** The template to edit; absent for a new one. */
  readonly template?: TemplateRow | undefined
  readonly onClose: () => void
}

/** Edits the name and styles of a CSS template, and lists the styles that dashboards ignore. */
export function CssTemplateDialog({ template, onClose }: Props) {
  const [name, setName] = useState(template?.template_name ?? '')
  const [css, setCss] = useState(template?.css ?? '')
  const { leftOut } = useScopedCss(css)
  const save = useSaveResource('css_template', template?.id, onClose)
  const reason = save.error?.message
  const isTooLong = css.length > MAX_CSS_LENGTH
  return (
    <SaveDialog
      title={template ? t('Edit CSS template properties') : t('Add CSS template')}
      problem={
        reason === undefined || template
          ? reason
          : t('An error occurred while creating %ss: %s', t('CSS template'), reason)
      }
      isChanged={name !== (template?.template_name ?? '') || css !== (template?.css ?? '')}
      canSave={name.trim() !== '' && !isTooLong}
      isSaving={save.isPending}
      onSave={() => save.mutate({ template_name: name.trim(), css })}
      onClose={onClose}
    >
      <TextField label={t('Name')} isRequired autoFocus maxLength={250} value={name} onChange={setName} />
      <CodeEditor
        label={t('CSS')}
        language="text"
        minLines={12}
        maxLines={20}
        value={css}
        onChange={setCss}
        error={isTooLong ? t('At most %s characters', localNumber.format(MAX_CSS_LENGTH)) : undefined}
      />
      <IgnoredStyles texts={leftOut} />
    </SaveDialog>
  )
}
