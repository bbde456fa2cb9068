import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UploadChoices, previewUpload } from '#calls/datasets.ts'
import type { DateOrder, PreviewColumn, TextEncoding, UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { UploadNotes } from './UploadNotes.tsx'
import styles from './UploadPreviewDialog.module.css'

interface Props {
  readonly databaseId: number
  readonly file: File
  /** What was found out before anything was chosen. */
  readonly found: UploadPreview
  readonly isPending: boolean
  readonly problem: string | undefined
  /** Whether the rest of the file has dates of either order, or of both. */
  readonly isOrderAsked: boolean
  readonly onLoad: (choices: UploadChoices) => void
  readonly onClose: () => void
}

const encodings: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Latin-1 / Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
}

const delimiters = (own: string) => {
  const known = [
    { value: ',', label: t('Comma') },
    { value: ';', label: t('Semicolon') },
    { value: '\t', label: t('Tab') },
    { value: '|', label: t('Bar') },
    { value: '', label: t('None') },
  ]
  return known.some(({ value }) => value === own) ? known : [...known, { value: own, label: own }]
}

const orders = () =>
  [
    { value: 'day', label: t('Day first') },
    { value: 'month', label: t('Month first') },
    { value: 'year', label: t('Year first') },
    { value: 'text', label: t('As text') },
  ] as const

function typeWords(type: string): string {
  if (/INT/.test(type)) return t('whole number')
  if (/^(DOUBLE|FLOAT|DECIMAL|REAL)/.test(type)) return t('number')
  if (type === 'DATE') return t('date')
  if (type.startsWith('TIMESTAMP')) return t('date and time')
  if (type.startsWith('TIME')) return t('time of day')
  return type === 'BOOLEAN' ? t('yes or no') : t('text')
}

type Cells = readonly (string | null)[]

function FirstRows({ found, isLoading }: { readonly found: UploadPreview; readonly isLoading: boolean }) {
  const { columns, rows, column_count: count } = found
  const head = ({ name, type }: PreviewColumn) => `${name} · ${typeWords(type)}`
  const numbered = rows.map((cells, index) => ({ cells, key: String(index) }))
  return (
    <Stack gap={1}>
      <Table<{ readonly cells: Cells; readonly key: string }>
        label={t('First rows')}
        rows={numbered}
        rowKey={({ key }) => key}
        isDense
        isLoading={isLoading}
        columns={columns.map((column, at) => ({
          id: String(at),
          title: head(column),
          cell: ({ cells }) => <span className={styles['cell']}>{cells[at] ?? '–'}</span>,
        }))}
      />
      {count > columns.length && <span>{t('The first %s of %s columns', columns.length, count)}</span>}
    </Stack>
  )
}

interface MarksProps {
  readonly encoding: TextEncoding
  readonly delimiter: string
  readonly onChange: (choice: UploadChoices) => void
}

/** How bytes are characters, and what stands between two fields. */
function Marks({ encoding, delimiter, onChange }: MarksProps) {
  return (
    <Inline gap={3} align="end" isWrapping>
      <Select<TextEncoding>
        label={t('Encoding')}
        options={(Object.keys(encodings) as TextEncoding[]).map((value) => ({ value, label: encodings[value] }))}
        value={encoding}
        onChange={(next) => onChange({ encoding: next })}
      />
      <Select<string>
        label={t('Separator')}
        options={delimiters(delimiter)}
        value={delimiter}
        onChange={(next) => onChange({ delimiter: next })}
      />
    </Inline>
  )
}

interface OrderProps {
  readonly found: UploadPreview
  readonly value: DateOrder | undefined
  readonly onChange: (order: DateOrder) => void
}

/** Whether the day or the month comes first. The columns are named where the beginning of the file has them. */
function Order({ found, value, onChange }: OrderProps) {
  const either = found.columns.filter(({ isEitherOrder }) => isEitherOrder).map(({ name }) => `"${name}"`)
  const of = either.length > 0 && t('Dates of %s may begin with the day or the month', either.join(', '))
  return (
    <RadioGroup<DateOrder>
      label={of || t('Dates begin with')}
      isInline
      options={orders()}
      value={value}
      onChange={onChange}
    />
  )
}

interface SheetProps {
  readonly found: UploadPreview
  readonly onChange: (choice: UploadChoices) => void
}

/** The sheet of a workbook that is loaded. */
function SheetChoice({ found, onChange }: SheetProps) {
  return (
    <Select<string>
      label={t('Sheet')}
      options={found.sheets.map((value) => ({ value, label: value }))}
      value={found.sheet ?? undefined}
      onChange={(sheet) => onChange({ sheet })}
    />
  )
}

interface ChoicesProps {
  readonly found: UploadPreview
  readonly order: DateOrder | undefined
  readonly isOrderAsked: boolean
  readonly encoding: TextEncoding
  readonly delimiter: string
  readonly onChange: (choice: UploadChoices) => void
}

/** What can be chosen about a file, and the notes on what the choices leave out. */
function Choices({ found, order, isOrderAsked, encoding, delimiter, onChange }: ChoicesProps) {
  return (
    <>
      {(found.date_order !== null || isOrderAsked) && (
        <Order found={found} value={order} onChange={(dateOrder) => onChange({ dateOrder })} />
      )}
      {found.sheets.length > 1 && <SheetChoice found={found} onChange={onChange} />}
      {found.type === 'csv' && <Marks encoding={encoding} delimiter={delimiter} onChange={onChange} />}
      {found.type !== 'columnar' && (
        <Checkbox isSelected={found.has_header} onChange={(hasHeader) => onChange({ hasHeader })}>
          {t('The first row names the columns')}
        </Checkbox>
      )}
      <UploadNotes found={found} />
    </>
  )
}

/** A file that can be read in more than one way: its first rows as they will be, and what can be chosen. */
export function UploadPreviewDialog(props: Props) {
  const { databaseId, file, found: first, isPending, problem, isOrderAsked, onLoad, onClose } = props
  const [chosen, setChosen] = useState<UploadChoices>({})
  const isChanged = Object.keys(chosen).length > 0
  const asked = useQuery({
    queryKey: ['upload preview', databaseId, file.name, file.size, file.lastModified, chosen],
    queryFn: ({ signal }) => previewUpload(databaseId, file, chosen, signal),
    enabled: isChanged,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const found = (isChanged ? asked.data : undefined) ?? first
  const wrong = problem ?? asked.error?.message
  const order = chosen.dateOrder ?? found.date_order ?? undefined
  const isReady = !isOrderAsked || order !== undefined
  const choose = (choice: UploadChoices) => setChosen({ ...chosen, ...choice })
  const encoding = chosen.encoding ?? found.encoding
  const delimiter = chosen.delimiter ?? found.delimiter
  const badRows = found.report.counts.long > 0 ? 'skip' : undefined
  const load = () =>
    onLoad({
      ...(found.sheet !== null && { sheet: found.sheet }),
      ...(found.type === 'csv' && { encoding, delimiter }),
      ...(found.type !== 'columnar' && { hasHeader: found.has_header }),
      ...(order && { dateOrder: order }),
      ...(badRows && { badRows }),
    })
  return (
    <Modal
      title={t('How "%s" is read', file.name)}
      isOpen
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            autoFocus
            isDisabled={!isReady || asked.isError || asked.isFetching}
            isPending={isPending}
            onPress={load}
          >
            {t('Load')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {wrong !== undefined && (
          <Banner tone="danger" isLive>
            {wrong}
          </Banner>
        )}
        <Choices {...{ found, order, isOrderAsked, encoding, delimiter }} onChange={choose} />
        <FirstRows found={found} isLoading={asked.isFetching} />
      </Stack>
    </Modal>
  )
}
