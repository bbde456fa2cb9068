import { controls, type HandlebarsForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'

/** Rows rendered by a user-defined template. */
export const handlebars = chart<HandlebarsForm>({
  type: 'handlebars',
  meta: {
    name: 'Handlebars',
    description:
      'Renders the rows with a Handlebars template in HTML or Markdown, for example as cards, lists or letters.',
    category: 'Other',
    tags: ['Report', 'Text', 'Tabular'],
    icon: 'rows',
    skeleton: 'table',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'The most ordered pizzas, in words' }],
    behaviors: [],
  },
  controls,
  migrations,
  examples: [
    { query_mode: 'aggregate', groupby: ['origin'], metrics: ['count', 'delay'] },
    { query_mode: 'raw', all_columns: ['date', 'origin', 'carrier'] },
  ],
  toQueries,
})
