import { expect, it } from 'vitest'
import { chart, type ChartInput, propsFor } from './chart.ts'
import type { FormOf } from '#controls/form-type.ts'
import { pictureToggle } from '#controls/shared/picture-controls.ts'
import { metric, sliderOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import type { ResultMetadata } from '#core/query/result.ts'

const controls = [
  section({
    label: 'X',
    tab: 'data',
    rows: [[metric()], [pictureToggle('shown', 'Shown', true), sliderOf('size', 'Size', { default: 6, max: 20 })]],
  }),
] as const

type Form = FormOf<typeof controls>

/** A chart type that exposes the forms it receives. */
const forms: Form[] = []
const seen = (form: Form) => {
  forms.push(form)
  return []
}
const kind = chart<Form>({
  type: 'seen',
  meta: {
    name: 'Seen',
    description: 'Seen.',
    category: 'Other',
    tags: [],
    behaviors: [],
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
  },
  controls,
  examples: [],
  migrations: [
    {
      name: 'radius',
      applies: (form) => form['radius'] !== undefined,
      migrate: ({ radius, ...form }) => ({ ...form, size: Number(radius) * 2 }),
    },
  ],
  toQueries: seen,
  colorColumns: seen,
  toDataMask: (_, form) => ({ extraFormData: { filters: seen(form) } }),
  toDrillFilters: (_, form) => seen(form),
})

const toProps = ({ form }: ChartInput<Form>) => {
  seen(form)
  return { isShown: form.shown }
}

const saved = { viz_type: 'seen', metric: 'count', radius: 5, shown: 'perhaps', of_tomorrow: 1 }

it('gives complete current form data to every function of a chart type, each built once', () => {
  const input = { tables: [], entries: [], dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
  kind.toQueries(saved)
  kind.colorColumns?.(saved)
  expect(propsFor(kind, toProps, { ...input, form: saved })).toEqual({ isShown: true })
  kind.toDataMask?.([], saved)
  kind.toDrillFilters?.([], saved)
  expect(forms).toHaveLength(5)
  expect(new Set(forms).size).toBe(1)
  const [whole] = forms
  expect(whole).toEqual({ viz_type: 'seen', metric: 'count', size: 10, shown: true, of_tomorrow: 1 })
  expect(saved.radius).toBe(5)
  // A complete form is not completed again.
  kind.toQueries(whole ?? saved)
  expect(forms.at(-1)).toBe(whole)
})

it("returns the type of a control's value", () => {
  const form: Pick<Form, 'shown' | 'size'> = { shown: true, size: 6 }
  // @ts-expect-error a toggle is on or off
  const wrong: Pick<Form, 'shown'> = { shown: 'perhaps' }
  expect([form.size, wrong.shown]).toEqual([6, 'perhaps'])
})

it('a chart without result rows is empty, unless the chart type decides otherwise', () => {
  const rows = (rowcount: number) => ({ rowcount }) as ResultMetadata
  expect([kind.isEmpty([rows(0)]), kind.isEmpty([rows(0), rows(1)])]).toEqual([true, false])
  const never = chart({ ...kind, isEmpty: () => false })
  expect(never.isEmpty([rows(0)])).toBe(false)
})
