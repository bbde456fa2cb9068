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
      'Writes the rows by a template of your own: cards, lists, letters or a table that no other chart makes. The template is HTML or Markdown in the language of Handlebars.',
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
