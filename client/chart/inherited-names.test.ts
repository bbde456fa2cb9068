import { expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { FormData } from '#core/form/form-data.ts'
import { type ChartType, propsFor, type ToProps } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { exampleDataset } from '#testing/example-columns.ts'
import { datasetDisplayOf } from './dataset-display.ts'

const views = import.meta.glob('../../charts/*/View.tsx') as Record<string, () => Promise<{ toProps: ToProps }>>
const kinds: readonly ChartType[] = charts

/** Inherited names of objects, and ordinary names of the same length that sort alike. */
const NAMES = [
  ['constructor', 'constructos'],
  ['__proto__', '__proto_a'],
  ['toString', 'toStrinh'],
  ['hasOwnProperty', 'hasOwnPropertz'],
  ['valueOf', 'valueOg'],
] as const

/** The metric and columns of the examples. */
const PARTS = ['count', ...exampleDataset.columns.map(({ column_name }) => column_name)]

/** Chart types whose form names no metric or column. */
const WITHOUT_NAMES: Readonly<Record<string, string>> = { line_multi: 'draws lines of other datasets' }

/** Returns the form with a metric or column under another name, as text and as key. */
const renamed = (form: FormData, part: string, name: string): FormData =>
  JSON.parse(JSON.stringify(form).replaceAll(`"${part}"`, JSON.stringify(name)))

/** Returns the value with a name replaced in all its texts and keys. */
function withName(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (typeof value === 'function') return 'function'
  if (Array.isArray(value)) return value.map((each) => withName(each, from, to))
  if (value instanceof Map) return new Map([...value].map((pair) => withName(pair, from, to) as [unknown, unknown]))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.entries(value).map(([key, each]) => [key.replaceAll(from, to), withName(each, from, to)])
}

const cell: ChartCell = (name, row) => {
  if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
  if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
  return row + 1
}

/** Returns the props of a chart whose form names a metric or column by this name, with or without a description. */
function propsOf(kind: ChartType, toProps: ToProps, example: FormData, part: string, name: string, verbose: boolean) {
  const columns = [{ column_name: name, verbose_name: verbose ? 'Described' : null }]
  const metrics = [{ metric_name: name, verbose_name: verbose ? 'Described' : null, d3format: verbose ? ',.1f' : null }]
  const dataset = part === 'count' ? { columns: [], metrics } : { columns, metrics: [] }
  const input = inputOf(kind, renamed(example, part, name), 3, (label, row) => cell(label === name ? part : label, row))
  return propsFor(kind, toProps, {
    ...input,
    entries: input.entries.map((entry) => ({ ...entry, label_map: {} })),
    dataset: datasetDisplayOf(dataset as unknown as DatasetResponse),
  })
}

it.each(kinds.filter(({ type }) => !Object.hasOwn(WITHOUT_NAMES, type)).map((kind) => [kind.type, kind] as const))(
  '%s shows a metric or column with the name of an inherited member like any other',
  async (type, kind) => {
    const found = await views[`../../charts/${type}/View.tsx`]?.()
    if (!found) throw new Error(`${type} has no View`)
    for (const example of formsOf(kind).slice(0, kind.examples.length))
      for (const part of PARTS.filter((each) => JSON.stringify(example).includes(`"${each}"`)))
        for (const [name, ordinary] of NAMES)
          for (const verbose of [false, true]) {
            const props = (other: string) =>
              withName(propsOf(kind, found.toProps, example, part, other, verbose), other, name)
            expect([part, name, props(name)]).toEqual([part, name, props(ordinary)])
          }
  },
)
