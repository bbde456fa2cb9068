/** @typedef {import('./make.mjs').Template} Template */

/** @param {import('./names.mjs').Names} names */
const index = ({ name, title, Type }) => `import { controls, type ${Type}Form } from './controls.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { queryFields } from '#core/form/query-fields.ts'

/** Draws a metric for each value of a dimension as a list of bars. */
export const ${name} = chart<${Type}Form>({
  type: '${name}',
  meta: {
    name: '${title}',
    description: 'Compares a metric between the values of a dimension, the largest first.',
    category: 'Ranking',
    tags: ['Categorical', 'Comparison'],
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  examples: [{ metric: 'count', groupby: ['origin'] }],
  toQueries,
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, queryFields(form).columns),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, queryFields(form).columns),
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
`

/** @param {import('./names.mjs').Names} names */
const controls = ({ Type }) => `import type { FormOf } from '#controls/form-type.ts'
import { axisFormat } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

export const controls = [
  timeSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [[metric()], [groupby({ required: true })], [adhocFilters()], [rowLimit({ default: 100 })]],
  }),
  section({ label: 'Display settings', tab: 'customize', expanded: true, rows: [[axisFormat('Number format')]] }),
] as const

export type ${Type}Form = FormOf<typeof controls>
`

/** @param {import('./names.mjs').Names} names */
const query = ({ Type }) => `import type { ${Type}Form } from './controls.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Returns one query for the metric by dimension, the largest value first. */
export function toQueries(form: ${Type}Form): QueryObject[] {
  const metric = metricOf(form, 'metric')
  return metric === undefined ? [] : [withOrder(baseQuery(form), [[metric, false]])]
}
`

/** @param {import('./names.mjs').Names} names */
const props = ({ Type }) => `import type { ${Type}Form } from './controls.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column } from '#core/table/table.ts'

const MAX_BARS = 1000

interface Bar {
  readonly name: string
  readonly value: number
  /** Share of the largest value, 0 to 1. */
  readonly share: number
  readonly selection: SelectedMark
}

export interface ${Type}Props {
  readonly label: string
  readonly format: string
  readonly bars: readonly Bar[]
  /** Number of rows that have a bar or would have one without the limit. */
  readonly total: number
}

/** Returns a bar for each row that has a number, at most a thousand. */
export function toProps(input: ChartInput<${Type}Form>): ${Type}Props {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const measure = column(table, metric)
  const dimensions = queryFields(form).columns.flatMap((each) => column(table, columnLabel(each)) ?? [])
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({
    name: dimensions.map(({ values, type }) => dimensionText(values[row], type)).join(', '),
    value: toNumber(measure?.values[row]),
    selection: Object.fromEntries(dimensions.map(({ name, values }) => [name, values[row] ?? null])),
  }))
  const drawn = rows.filter((row): row is typeof row & { value: number } => row.value !== null)
  const largest = drawn.reduce((most, { value }) => Math.max(most, value), 0)
  return {
    label: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'y_axis_format', [metric]),
    total: drawn.length,
    bars: drawn.slice(0, MAX_BARS).map((row) => ({ ...row, share: largest > 0 ? Math.max(0, row.value) / largest : 0 })),
  }
}
`

/** @param {import('./names.mjs').Names} names */
const view = ({ Type }) => `import type { ${Type}Props } from './props.ts'
import styles from './View.module.css'
import type { ChartViewProps } from '#charts/chart.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import { isSameMark } from '#charts/shared/selection/selection-mask.ts'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { formatNumber } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'
import { BarRow } from '#ui/display/BarRow.tsx'
import { menuPoint } from '#ui/base/menu-point.ts'

export { toProps } from './props.ts'

export default function ${Type}View(props: ${Type}Props & ChartViewProps) {
  const { width, height, label, format, bars, total, selectedMarks = [], onSelect, onMenu } = props
  usePainted(usePicture(props), props.onRendered)
  const isCut = total > bars.length
  const note = isCut ? t('Showing the largest %s of %s bars', bars.length, total) : total === 0 ? t('No values') : ''
  return (
    <div className={styles['frame']} style={{ width, height }}>
      <ul className={styles['list']} aria-label={label}>
        {bars.map(({ name, value, share, selection }) => {
          const isOn = selectedMarks.some((each) => isSameMark(each, selection))
          const isMuted = selectedMarks.length > 0 && !isOn
          const row = <BarRow label={name} share={share} end={formatNumber(format, value)} isOn={isOn} isMuted={isMuted} />
          return (
            <li key={JSON.stringify(selection)}>
              {onSelect ? (
                <button
                  type="button"
                  className={styles['mark']}
                  aria-pressed={isOn}
                  onClick={(event) => onSelect(selection, selectionModeOf(event))}
                  onContextMenu={(event) => {
                    event.preventDefault()
                    onMenu?.(selection, menuPoint(event, null))
                  }}
                >
                  {row}
                </button>
              ) : (
                row
              )}
            </li>
          )
        })}
      </ul>
      {note && <p>{note}</p>}
    </div>
  )
}
`

const style = () => `.frame {
  overflow: auto;
  color: var(--text);
}
.list {
  margin: 0;
  padding: 0;
  list-style: none;
}
.mark {
  width: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
}
.mark:focus-visible {
  outline: 2px solid var(--focus);
  outline-offset: -2px;
}
`

/** @param {import('./names.mjs').Names} names */
const thumbnail = ({
  title,
}) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 450" role="img" aria-label="${title}">
  <rect x="60" y="70" width="680" height="46" rx="4" fill="#3258bb"/>
  <rect x="60" y="136" width="520" height="46" rx="4" fill="#3258bb" fill-opacity=".8"/>
  <rect x="60" y="202" width="390" height="46" rx="4" fill="#3258bb" fill-opacity=".65"/>
  <rect x="60" y="268" width="270" height="46" rx="4" fill="#3258bb" fill-opacity=".5"/>
  <rect x="60" y="334" width="150" height="46" rx="4" fill="#3258bb" fill-opacity=".35"/>
</svg>
`

/** @param {import('./names.mjs').Names} names */
const test = ({ name }) => `import { expect, it } from 'vitest'
import { ${name} } from './index.ts'
import { toProps } from './props.ts'
import { propsFor } from '#charts/chart.ts'
import { type Column, NUMERIC, STRING } from '#core/table/table.ts'

const form = { viz_type: '${name}', metric: 'count', groupby: ['origin'] }

it('queries one metric by one dimension, the largest first', () => {
  expect(${name}.toQueries(form)).toMatchObject([
    { columns: ['origin'], metrics: ['count'], orderby: [['count', false]] },
  ])
})

it('returns a bar for each row that has a number, with its share of the largest value', () => {
  const columns: Column[] = [
    { name: 'origin', type: STRING, values: ['ORD', 'ATL', null] },
    { name: 'count', type: NUMERIC, values: [8, 2, null] },
  ]
  const tables = [{ columns, rowCount: 3 }]
  const details = { verbose_map: { count: 'Flights' }, column_formats: {} }
  const props = propsFor(${name}, toProps, { form, tables, entries: [], dataset: details, labelColors: {} })
  expect(props).toEqual({
    label: 'Flights',
    format: 'SMART_NUMBER',
    total: 2,
    bars: [
      { name: 'ORD', value: 8, share: 1, selection: { origin: 'ORD' } },
      { name: 'ATL', value: 2, share: 0.25, selection: { origin: 'ATL' } },
    ],
  })
})

it('filters other charts by the selected value, and drills to the same rows', () => {
  const filters = [{ col: 'origin', op: 'IN', val: ['ORD'] }]
  expect(${name}.toDataMask?.([{ origin: 'ORD' }], form).extraFormData).toEqual({ filters })
  expect(${name}.toDrillFilters?.([{ origin: 'ORD' }], form)).toEqual(filters)
})
`

/** @param {import('./names.mjs').Names} names */
const viewTest = ({ Type }) => `import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import ${Type}View from './View.tsx'
import type { SelectedMark, SelectionMode } from '#charts/chart.ts'
import { press, userInput } from '#testing/user-input.ts'

const bars = ['ORD', 'ATL'].map((name, at) => ({ name, value: 8 - at, share: 1, selection: { origin: name } }))
const shown = { label: 'Flights', format: ',d', bars, total: 2, width: 300, height: 200, theme: 'light' } as const

it('selects a bar that is pressed, and opens its menu on a right click', async () => {
  const onSelect = vi.fn<(selection: SelectedMark, mode: SelectionMode) => void>()
  const onMenu = vi.fn<(selection: SelectedMark) => void>()
  const { rerender } = render(<${Type}View {...shown} onSelect={onSelect} onMenu={onMenu} />)
  await press(/ATL/)
  expect(onSelect).toHaveBeenLastCalledWith({ origin: 'ATL' }, 'one')
  await userInput().pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name: /ATL/ }) })
  expect(onMenu.mock.calls[0]?.[0]).toEqual({ origin: 'ATL' })
  rerender(<${Type}View {...shown} selectedMarks={[{ origin: 'ATL' }]} onSelect={onSelect} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('ATL')
})

it('has no buttons where it may not filter other charts', () => {
  render(<${Type}View {...shown} />)
  expect([screen.queryAllByRole('button').length, screen.getAllByRole('listitem').length]).toEqual([0, 2])
})
`

/** @type {Template} */
export const chart = {
  parentFolder: 'charts',
  namePattern: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  namePatternText: 'lower-case letters, digits and single underscores, such as wind_rose',
  constant: ({ name }) => name,
  mustBeUnique: true,
  files: (names) => ({
    'index.ts': index(names),
    'controls.ts': controls(names),
    'query.ts': query(names),
    'props.ts': props(names),
    'View.tsx': view(names),
    'View.module.css': style(),
    'thumbnail.svg': thumbnail(names),
    'props.test.ts': test(names),
    'view.dom.test.tsx': viewTest(names),
  }),
  additions: ({ name }) => [
    {
      file: 'charts/index.ts',
      import: { what: `{ ${name} }`, from: `./${name}/index.ts` },
      entries: [{ opening: 'export const charts = [', text: name }],
    },
  ],
  next: ({ name }) => [
    'Edit query.ts (the query), props.ts (result to props) and View.tsx (the picture)',
    `npx vitest run charts/index charts/views charts/${name}`,
    'npm run dev, then Charts, New chart',
  ],
  page: 'docs/develop/adding-a-chart.md',
}
