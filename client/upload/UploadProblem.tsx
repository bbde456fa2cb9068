import type { BadCell, BadCellList, BadCells } from '#core/rest/upload.ts'
import { t, tn } from '#core/text/t.ts'
import { Table } from '#ui/display/Table.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { UploadQuestion } from './upload-problem.ts'
import { typeLabel } from './column-edits.ts'
import styles from './UploadProblem.module.css'

interface QuestionsProps {
  readonly questions: readonly UploadQuestion[]
  readonly answers: Readonly<Record<string, string>>
  readonly onResponse: (field: string, value: string) => void
}

/** Questions that the server cannot decide, each with choices. */
export function UploadQuestions({ questions, answers, onResponse }: QuestionsProps) {
  return (
    <Stack gap={3}>
      {questions.map(({ field, question, choices }) => (
        <RadioGroup<string>
          key={`${field} ${question}`}
          label={question}
          isInline
          options={choices}
          value={answers[field]}
          onChange={(value) => onResponse(field, value)}
        />
      ))}
    </Stack>
  )
}

/** A choice about invalid values that continues the load. */
export type BadCellChoice = Exclude<BadCells, 'refuse'>

const badCellChoices = () =>
  [
    { value: 'null', label: t('Load them as missing values (NULL)') },
    { value: 'skip', label: t('Leave their rows out') },
    { value: 'text', label: t('Load their columns as text') },
  ] as const

interface BadCellsProps {
  readonly list: BadCellList
  readonly value: BadCellChoice | undefined
  readonly onChange: (choice: BadCellChoice) => void
}

/** The values that do not match the type of their column, and what to do with them. */
export function UploadBadCells({ list: { count, first }, value, onChange }: BadCellsProps) {
  const rows = first.map((cell, index) => ({ ...cell, key: String(index) }))
  return (
    <Stack gap={3}>
      <RadioGroup<BadCellChoice>
        label={tn(
          '%s value does not have the type of its column. What should happen to it?',
          '%s values do not have the type of their columns. What should happen to them?',
          count,
          count,
        )}
        options={badCellChoices()}
        value={value}
        onChange={onChange}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what has the focus */}
      <div className={styles['list']} role="region" aria-label={t('Values')} tabIndex={0}>
        <Table<BadCell & { readonly key: string }>
          label={t('Values without the type of their column')}
          rows={rows}
          rowKey={({ key }) => key}
          isDense
          columns={[
            { id: 'row', title: t('Row'), align: 'end', width: 80, cell: ({ row }) => row },
            { id: 'column', title: t('Column'), cell: ({ column }) => column },
            { id: 'value', title: t('Value'), cell: (cell) => <span className={styles['value']}>{cell.value}</span> },
            { id: 'reason', title: t('Reason'), cell: ({ reason }) => t('Not a valid %s', typeLabel(reason)) },
          ]}
        />
      </div>
      {count > first.length && <span>{t('The first %s of %s values', first.length, count)}</span>}
    </Stack>
  )
}
