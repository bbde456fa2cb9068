import { aggregate, percentages, queryMode, rawColumns, rawOrder } from '#charts/shared/rows/controls.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, orderDesc, rowLimit, sortMetric } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [queryMode],
    [groupby(aggregate)],
    [metrics({ ...aggregate, required: false, default: [] })],
    [percentages],
    [sortMetric(aggregate)],
    [orderDesc(aggregate)],
    [
      pictureToggle('show_totals', 'Totals', false, {
        ...aggregate,
        affects: 'query',
        description: 'The template is given the metrics over all rows, too, as totals',
      }),
    ],
    [rawColumns],
    [rawOrder],
    [adhocFilters()],
    [rowLimit({ default: 1000 })],
  ],
})

/** The default template: each row as JSON. */
const EVERY_ROW = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`

const template: Control<'handlebarsTemplate', string> = {
  type: 'text_area',
  name: 'handlebarsTemplate',
  label: 'Handlebars Template',
  description: 'HTML with {{...}} in it. The rows are data: {{#each data}} {{name of a column}} {{/each}}',
  affects: 'picture',
  required: true,
  default: EVERY_ROW,
}

const style: Control<'styleTemplate', string> = {
  type: 'text_area',
  name: 'styleTemplate',
  label: 'CSS Styles',
  description: 'CSS for the rendered template; it does not affect the rest of the page',
  affects: 'picture',
  default: '',
}

const templateSection = section({ label: 'Options', tab: 'customize', expanded: true, rows: [[template], [style]] })

export const controls = [timeSection, query, templateSection] as const

export type HandlebarsForm = FormOf<typeof controls>
