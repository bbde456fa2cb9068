import { t } from '#core/text/t.ts'
import { TextField } from '#ui/input/TextField.tsx'
import { parseExtra, withExtra } from './part-extra.ts'

interface Props {
  readonly extra: string | null | undefined
  readonly onChange: (extra: string) => void
}

/** Who vouches for a column or metric, and what to mind about it. */
export function CertificationFields({ extra, onChange }: Props) {
  const { certified_by, details, warning_markdown } = parseExtra(extra)
  return (
    <>
      <TextField
        label={t('Certified by')}
        value={certified_by}
        onChange={(next) => onChange(withExtra(extra, { certified_by: next }))}
      />
      <TextField
        label={t('Certification details')}
        value={details}
        onChange={(next) => onChange(withExtra(extra, { details: next }))}
      />
      <TextField
        label={t('Warning')}
        value={warning_markdown}
        onChange={(next) => onChange(withExtra(extra, { warning_markdown: next }))}
        isMultiline
        rows={2}
      />
    </>
  )
}
