import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { parseExtra, withExtra } from './field-extra.ts'

interface Props {
  readonly extra: string | null | undefined
  /** The warning of a metric as older clients store it; shown if `extra` has none. */
  readonly warningText?: string | null | undefined
  /** `isWarning` is true if the warning was changed: from then on it is stored in `extra` only. */
  readonly onChange: (extra: string, isWarning: boolean) => void
}

/** Edits the certification and the warning of a column or metric. */
export function CertificationFields({ extra, warningText, onChange }: Props) {
  const { certified_by, details, warning_markdown } = parseExtra(extra)
  return (
    <>
      <TextField
        label={t('Certified by')}
        value={certified_by}
        onChange={(next) => onChange(withExtra(extra, { certified_by: next }), false)}
      />
      <TextField
        label={t('Certification details')}
        value={details}
        onChange={(next) => onChange(withExtra(extra, { details: next }), false)}
      />
      <TextField
        label={t('Warning')}
        value={warning_markdown || warningText || ''}
        onChange={(next) => onChange(withExtra(extra, { warning_markdown: next }), true)}
        isMultiline
        rows={2}
      />
    </>
  )
}
