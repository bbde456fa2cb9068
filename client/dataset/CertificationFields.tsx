import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { parseExtra, withExtra } from './part-extra.ts'

interface Props {
  readonly extra: string | null | undefined
  /** The warning of a metric as older clients store it; shown where `extra` has none. */
  readonly warningText?: string | null | undefined
  /** `isWarning` where the warning was changed: it stands in `extra` alone from then on. */
  readonly onChange: (extra: string, isWarning: boolean) => void
}

/** Who vouches for a column or metric, and what to mind about it. */
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
