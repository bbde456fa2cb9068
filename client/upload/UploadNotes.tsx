import type { UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'

/** The number of lines that a note names. */
const MAX_LISTED_LINES = 5

/** Returns the notes on a file: rows that are skipped or changed, and values that were read as missing. */
function notesOf({ report, missing }: UploadPreview): readonly string[] {
  const lines = (reason: string): string => {
    const found = report.reported.filter((each) => each.reason === reason).map(({ line }) => line)
    return found.slice(0, MAX_LISTED_LINES).join(', ') + (found.length > MAX_LISTED_LINES ? ', ...' : '')
  }
  const { 'above-header': above, short, long } = report.counts
  const names = missing.map(({ name }) => `"${name}"`).join(', ')
  return [
    ...(above > 0 ? [t('Left out above the header: lines %s', lines('above-header'))] : []),
    ...(short > 0 ? [t('Rows with too few cells end in missing values: lines %s', lines('short'))] : []),
    ...(long > 0 ? [t('Rows with too many cells are left out: lines %s', lines('long'))] : []),
    ...(missing.length > 0 ? [t('Words such as NA and - are missing values in %s', names)] : []),
    ...(report.rows === 0 ? [t('The file has no rows')] : []),
  ]
}

/** The notes on a file as a list. */
export function UploadNotes({ found }: { readonly found: UploadPreview }) {
  const notes = notesOf(found)
  if (notes.length === 0) return null
  return (
    <ul aria-label={t('Notes on the file')}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
