import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import {
  colorSection,
  legendSection,
  numberFormat,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, type Limit, metric, rowLimit, strictNumberOf } from '#controls/shared/query-controls.ts'
import { labelType, radiusRows } from '#charts/shared/controls/part-controls.ts'
import { optionalInteger } from '#controls/shared/validators.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const SLICES = [5, 8, 12, 20]

const sliceLimit: Control<'slice_limit', Limit | undefined> = {
  type: 'select',
  name: 'slice_limit',
  label: 'Slices',
  description: 'The largest groups have a slice each, all others are one slice together',
  affects: 'query',
  freeForm: true,
  choices: SLICES.map((value) => ({ value, label: String(value) })),
  initial: 8,
  placeholder: 'All',
  validators: [optionalInteger],
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [groupby({ required: true })],
    [metric()],
    [adhocFilters()],
    [sliceLimit],
    [rowLimit({ default: 100 })],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
  ],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [labelType('label_type', 'Label type', 'key')],
    [numberFormat('number_format', 'Number format'), timeFormat('date_format', 'Date format')],
    [strictNumberOf('show_labels_threshold', 'Percentage threshold', { default: 5 })],
    [pictureToggle('show_labels', 'Show labels', true), pictureToggle('labels_outside', 'Put labels outside', true)],
    [pictureToggle('label_line', 'Label line', false), pictureToggle('show_total', 'Show total', false)],
  ],
})

const shape = section({
  label: 'Pie shape',
  tab: 'customize',
  expanded: true,
  rows: radiusRows,
})

export const controls = [timeSection, query, colorSection, legendSection, labels, shape] as const

export type PieForm = FormOf<typeof controls>
