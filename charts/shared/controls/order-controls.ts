import { type Ordering, orderings } from './orderings.ts'
import type { Choice, Control, ControlContext } from '#controls/control.ts'
import { section } from '#controls/shared/section.ts'
import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import { xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { TEMPORAL } from '#core/table/table.ts'

const CATEGORIES: Readonly<Record<Ordering, string>> = {
  name: 'Category name',
  sum: 'Total value',
  min: 'Minimum value',
  max: 'Maximum value',
  avg: 'Average value',
}

const query = { affects: 'query' } as const
const hasSeries = (form: FormData): boolean => !isEmpty(form['groupby'])

/** True if the x axis has categories, which can be sorted; time is always ascending. */
function hasCategories(form: FormData, context?: ControlContext): boolean {
  const x = xAxisOf(form)
  if (x === undefined) return false
  const column = context?.dataset.columns.find(({ column_name }) => column_name === columnLabel(x))
  return column === undefined || !(column.is_dttm || column.type_generic === TEMPORAL)
}

const canSortAxis = (form: FormData, context?: ControlContext): boolean =>
  hasCategories(form, context) && !hasSeries(form)
const canSortCategories = (form: FormData, context?: ControlContext): boolean =>
  hasCategories(form, context) && hasSeries(form)

/** Returns the x axis and the metrics of the form as sort options. */
function orderChoices({ form }: ControlContext): readonly Choice[] {
  const labels = [xLabelOf(form), ...(queryFields(form).metrics ?? []).map(metricLabel)]
  return labels.map((label) => ({ value: label, label }))
}

const axisOrder: Control<'x_axis_sort', Choice['value']> = {
  type: 'select',
  name: 'x_axis_sort',
  label: 'X-Axis Sort By',
  description: 'The column or metric that orders the categories',
  default: null,
  choices: orderChoices,
  visible: canSortAxis,
  ...query,
}

/** The category order: without dimensions it is the sort order of the query, otherwise of the picture. */
export const categoryOrder = [
  [
    axisOrder,
    pictureToggle('x_axis_sort_asc', 'X-Axis Sort Ascending', true, {
      visible: (form, context) => canSortAxis(form, context) && !isEmpty(form['x_axis_sort']),
      ...query,
    }),
  ],
  [
    pictureChoice(
      'x_axis_sort_series',
      'X-Axis Sort By',
      [[null, 'As answered'], ...orderings.map((by) => [by, CATEGORIES[by]] as const)],
      {
        description: 'What orders the categories, over all series',
        visible: canSortCategories,
      },
    ),
    pictureToggle('x_axis_sort_series_ascending', 'X-Axis Sort Ascending', true, {
      visible: (form, context) => canSortCategories(form, context) && !isEmpty(form['x_axis_sort_series']),
    }),
  ],
] as const

/** The order of the series in the picture and its legend. */
export const seriesOrderSection = section({
  label: 'Series Order',
  tab: 'customize',
  rows: [
    [
      pictureChoice(
        'sort_series_type',
        'Sort Series By',
        [
          [null, 'Order of their colors'],
          ...(['sum', 'name', 'min', 'max', 'avg'] as const).map((by) => [by, CATEGORIES[by]] as const),
        ],
        {
          description: 'Sort order of the series in the chart and legend. The color order does not depend on filters.',
          visible: hasSeries,
        },
      ),
      pictureToggle('sort_series_ascending', 'Sort Series Ascending', false, { visible: hasSeries }),
    ],
  ],
})
