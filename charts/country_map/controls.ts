import { countryChoices } from './countries.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { linearColorScheme, numberFormat } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import type { Choice } from '#controls/control.ts'
import type { QueryColumn } from '#core/query/query-object.ts'

const country: Control<'select_country', Choice['value']> = {
  type: 'select',
  name: 'select_country',
  label: 'Country',
  description: 'The country whose regions are shown. The documentation describes how to add countries.',
  affects: 'picture',
  required: true,
  clearable: false,
  default: 'usa',
  choices: ({ form }) => countryChoices(form['select_country']),
}

const entity: Control<'entity', QueryColumn | null | undefined> = {
  type: 'column',
  name: 'entity',
  label: 'ISO 3166-2 Codes',
  description: 'The column with the codes of the parts, such as US-CA',
  affects: 'query',
  required: true,
  columnFilter: (column) => column.groupby !== false,
}

export const controls = [
  timeSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [[country], [entity], [metric()], [adhocFilters()]],
  }),
  section({
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    rows: [[numberFormat('number_format', 'Number format')], [linearColorScheme()]],
  }),
] as const

export type CountryForm = FormOf<typeof controls>
