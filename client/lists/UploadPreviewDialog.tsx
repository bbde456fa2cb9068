import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UploadChoices, previewUpload } from '#calls/datasets.ts'
import type { DateOrder, TextEncoding, UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { UploadFirstRows } from './UploadFirstRows.tsx'
import { UploadNotes } from './UploadNotes.tsx'

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

interface LoadOptions {
  readonly encoding: TextEncoding
  readonly delimiter: string
  readonly order: DateOrder | undefined
}

/** Returns the choices that load a file as it is shown. */
function loadChoices(found: UploadPreview, { encoding, delimiter, order }: LoadOptions): UploadChoices {
  return {
    ...(found.sheet !== null && { sheet: found.sheet }),
    ...(found.type === 'csv' && { encoding, delimiter }),
    ...(found.type !== 'columnar' && { hasHeader: found.has_header }),
    ...(order && { dateOrder: order }),
    ...(found.report.counts.long > 0 && { badRows: 'skip' }),
  }
}

/** Returns the ref of a button that has the focus when its dialog opens: the dialog would take it. */
function useFocusOnOpen() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return button
}

/** A file that can be read in more than one way: its first rows as they will be, and what can be chosen. */
export function UploadPreviewDialog(props: Props) {
  const { databaseId, file, found: first, isPending, problem, isOrderAsked, onLoad, onClose } = props
  const [chosen, setChosen] = useState<UploadChoices>({})
  const loadButton = useFocusOnOpen()
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
  const load = () => onLoad(loadChoices(found, { encoding, delimiter, order }))
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
            ref={loadButton}
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
        <UploadFirstRows found={found} isLoading={asked.isFetching} />
      </Stack>
    </Modal>
  )
}
