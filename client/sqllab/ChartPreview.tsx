import { localNumber } from '#core/format/locale.ts'
import { useMemo, useState } from 'react'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { newChart, updateSucceeded } from '#client/chart/chart-state.ts'
import { noDashboardColors } from '#core/color/dashboard-colors.ts'
import type { SqlResultJson, StatementState } from '#core/rest/sqllab.ts'
import { NUMERIC } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Select } from '#ui/input/Select.tsx'
import { AGGREGATES, firstChoice, MAX_GROUPS, previewTypes, type PreviewChoice, previewChart } from './chart-preview.ts'
import { resultTable } from './result-table.ts'
import styles from './SqlLab.module.css'

const ignore = () => undefined

interface ChoicesProps {
  readonly names: readonly { readonly value: number; readonly label: string }[]
  readonly numbers: readonly { readonly value: number; readonly label: string }[]
  readonly choice: PreviewChoice
  readonly onChange: (change: Partial<PreviewChoice>) => void
}

/** The controls of the preview. */
function Choices({ names, numbers, choice, onChange }: ChoicesProps) {
  return (
    <>
      <Select<PreviewChoice['vizType']>
        ariaLabel={t('Chart type')}
        size="sm"
        value={choice.vizType}
        options={previewTypes()}
        onChange={(vizType) => onChange({ vizType })}
      />
      <Select<number>
        ariaLabel={t('Group by')}
        size="sm"
        value={choice.x}
        options={names}
        onChange={(x) => onChange({ x })}
      />
      <Select<PreviewChoice['aggregate']>
        ariaLabel={t('Aggregate')}
        size="sm"
        value={choice.aggregate}
        options={AGGREGATES.filter((value) => value === 'COUNT' || numbers.length > 0).map((value) => ({
          value,
          label: value,
        }))}
        onChange={(aggregate) =>
          onChange({ aggregate, y: numbers.find(({ value }) => value === choice.y)?.value ?? numbers[0]?.value ?? 0 })
        }
      />
      {choice.aggregate !== 'COUNT' && (
        <Select<number>
          ariaLabel={t('Column to aggregate')}
          size="sm"
          value={choice.y}
          options={numbers}
          onChange={(y) => onChange({ y })}
        />
      )}
    </>
  )
}

interface Props {
  readonly result: SqlResultJson
  readonly statement: StatementState
}

/** A chart of the loaded rows of a statement; runs no query. */
export function ChartPreview({ result, statement }: Props) {
  const table = useMemo(() => resultTable(result), [result])
  const [choice, setChoice] = useState(() => firstChoice(table))
  const [failure, setFailure] = useState<string>()
  const { form, entry, groups } = useMemo(() => previewChart(table, choice), [table, choice])
  const chart = useMemo(() => updateSucceeded({ 0: newChart(0, form) }, 0, [entry], 0)[0], [form, entry])
  if (table.rowCount === 0 || !chart) return <EmptyState title={t('The statement returned no rows')} />
  const names = table.columns.map(({ name }, value) => ({ value, label: name }))
  const rows = localNumber.format(table.rowCount)
  const isLimited = statement.limited || result.displayLimitReached === true
  const change = (next: Partial<PreviewChoice>) => {
    setFailure(undefined)
    setChoice({ ...choice, ...next })
  }
  return (
    <>
      <div className={styles['tools']}>
        <Choices
          names={names}
          numbers={names.filter(({ value }) => table.columns[value]?.type === NUMERIC)}
          choice={choice}
          onChange={change}
        />
        <span className={styles['count']} data-limited={isLimited || undefined}>
          {groups > MAX_GROUPS
            ? t(
                'The first %s of %s groups of %s loaded rows',
                localNumber.format(MAX_GROUPS),
                localNumber.format(groups),
                rows,
              )
            : isLimited
              ? t('Drawn from the %s loaded rows; the result was limited', rows)
              : t('Drawn from all %s rows of the result', rows)}
        </span>
      </div>
      <section className={styles['chart']} aria-label={t('Chart preview')}>
        {failure === undefined ? (
          <ChartFrame
            chart={chart}
            details={datasetDisplayOf(undefined)}
            colors={noDashboardColors}
            onRendered={ignore}
            onRenderFailed={setFailure}
            onRetry={ignore}
          />
        ) : (
          <ErrorPanel title={t('The chart could not be drawn')} text={failure} />
        )}
      </section>
    </>
  )
}
