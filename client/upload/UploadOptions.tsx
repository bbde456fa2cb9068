import { useState } from 'react'
import type { UploadType } from '#core/rest/upload-type.ts'
import type { FileUpload, UploadChoices } from '#calls/uploads.ts'
import { type DateOrder, type TextEncoding, textEncodings, type UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { encodingLabels } from './encoding-labels.ts'

/** The maximum number of rows that can be skipped above the header. */
const MAX_SKIPPED = 1_000_000
/** The largest row limit, as on the server. */
const MAX_ROWS = 1_000_000_000

const delimiters = (own: string | undefined) => {
  const known = [
    { value: ',', label: t('Comma') },
    { value: ';', label: t('Semicolon') },
    { value: '\t', label: t('Tab') },
    { value: '|', label: t('Bar') },
    { value: '', label: t('None') },
  ]
  if (own === undefined || known.some(({ value }) => value === own)) return known
  return [...known, { value: own, label: own }]
}

const existingOptions = () =>
  [
    { value: 'fail', label: t('Ask') },
    { value: 'append', label: t('Append the rows') },
    { value: 'replace', label: t('Replace the table') },
  ] as const

const dateOrderOptions = () =>
  [
    { value: '', label: t('Automatic') },
    { value: 'day', label: t('Day first') },
    { value: 'month', label: t('Month first') },
    { value: 'year', label: t('Year first') },
    { value: 'text', label: t('As text') },
  ] as const

const decimalOptions = () =>
  [
    { value: '', label: t('Automatic') },
    { value: '.', label: t('Point') },
    { value: ',', label: t('Comma') },
  ] as const

const quoteOptions = () =>
  [
    { value: '', label: t('Automatic') },
    { value: '"', label: t('Double quote') },
    { value: "'", label: t('Single quote') },
    { value: 'none', label: t('None') },
  ] as const

const escapeOptions = () =>
  [
    { value: '', label: t('Automatic') },
    { value: '\\', label: t('Backslash') },
  ] as const

interface Props {
  /** The format of the file; undefined while a compressed file has not been read. */
  readonly type: UploadType | undefined
  readonly found: UploadPreview | undefined
  readonly choices: UploadChoices
  /** The treatment of an existing table of that name; undefined if the file replaces one. */
  readonly existing: FileUpload['existing'] | undefined
  /** True if the detected options are uncertain: the options expand and stay expanded. */
  readonly isInDoubt: boolean
  readonly onChange: (choice: UploadChoices) => void
  readonly onExisting: (existing: FileUpload['existing']) => void
}

type PartProps = Pick<Props, 'found' | 'choices' | 'onChange'>

/** The encoding of a text file, and its field delimiter. */
function TextOptions({ found, choices, onChange }: PartProps) {
  const delimiter = choices.delimiter ?? found?.delimiter
  return (
    <Inline gap={3} align="end" isWrapping>
      <Select<TextEncoding>
        label={t('Encoding')}
        options={textEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
        value={choices.encoding ?? found?.encoding}
        onChange={(encoding) => onChange({ encoding })}
      />
      <Select<string>
        label={t('Separator')}
        options={delimiters(delimiter)}
        value={delimiter}
        onChange={(next) => onChange({ delimiter: next })}
      />
      <Select<'' | '"' | "'" | 'none'>
        label={t('Quote')}
        options={quoteOptions()}
        value={choices.quote ?? ''}
        onChange={(next) => onChange({ quote: next === '' ? undefined : next })}
      />
      <Select<'' | '\\'>
        label={t('Escape character')}
        options={escapeOptions()}
        value={choices.escape ?? ''}
        isDisabled={choices.quote === 'none'}
        onChange={(next) => onChange({ escape: next === '' ? undefined : next })}
      />
    </Inline>
  )
}

/** The header, the date order, the decimal separator, and the words for missing values. */
function RowOptions({ found, choices, onChange }: PartProps) {
  return (
    <>
      <Checkbox
        isSelected={choices.hasHeader ?? found?.has_header ?? true}
        onChange={(hasHeader) => onChange({ hasHeader })}
      >
        {t('The first row names the columns')}
      </Checkbox>
      <Inline gap={3} align="end" isWrapping>
        <Select<DateOrder | ''>
          label={t('Dates begin with')}
          options={dateOrderOptions()}
          value={choices.dateOrder ?? ''}
          onChange={(dateOrder) => onChange({ dateOrder: dateOrder === '' ? undefined : dateOrder })}
        />
        <Select<',' | '.' | ''>
          label={t('Decimal separator')}
          options={decimalOptions()}
          value={choices.decimal ?? ''}
          onChange={(decimal) => onChange({ decimal: decimal === '' ? undefined : decimal })}
        />
        <NumberField
          label={t('Rows to skip')}
          value={choices.skipRows}
          min={0}
          max={MAX_SKIPPED}
          placeholder="0"
          onChange={(skipRows) => onChange({ skipRows: skipRows ?? 0 })}
        />
        <NumberField
          label={t('Rows to read')}
          value={choices.maxRows}
          min={1}
          max={MAX_ROWS}
          placeholder={t('All')}
          onChange={(maxRows) => onChange({ maxRows })}
        />
        <TextField
          label={t('Missing values')}
          value={choices.nullValues ?? ''}
          placeholder={t('NA, -')}
          onChange={(nullValues) => onChange({ nullValues })}
        />
      </Inline>
    </>
  )
}

/** The load options of the file's format. */
export function UploadOptions({ type, found, choices, existing, isInDoubt, onChange, onExisting }: Props) {
  const [toggled, setToggled] = useState<boolean>()
  const [wasInDoubt, setWasInDoubt] = useState(isInDoubt)
  if (isInDoubt && !wasInDoubt) setWasInDoubt(true)
  const part = { found, choices, onChange }
  return (
    <Section title={t('Options')} isOpen={toggled ?? wasInDoubt} onToggle={setToggled}>
      <Stack gap={3}>
        {type === 'csv' && <TextOptions {...part} />}
        {type !== undefined && type !== 'columnar' && <RowOptions {...part} />}
        {existing !== undefined && (
          <Select<FileUpload['existing']>
            label={t('If the table exists')}
            options={existingOptions()}
            value={existing}
            onChange={onExisting}
          />
        )}
      </Stack>
    </Section>
  )
}
