import * as z from 'zod'
import { ids, int, jsonText, textOf } from './body.ts'
import { linkText } from './link.ts'

const optional = {
  description: z.string().nullish(),
  cache_timeout: int.nullish(),
  owners: ids.optional(),
  dashboards: ids.optional(),
  datasource_name: z.string().nullish(),
  query_context: jsonText.nullish(),
  query_context_generation: z.boolean().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: linkText.nullish(),
}

const datasourceType = z.enum(['table', 'dataset', 'query', 'saved_query', 'view', 'druid'])

/** Body of `POST /api/v1/chart/`. `params` and `query_context` are JSON text. Unknown keys are kept. */
export const chartCreate = z.looseObject({
  slice_name: textOf(1, 250),
  datasource_id: int,
  datasource_type: datasourceType,
  viz_type: textOf(0, 250).nullish(),
  params: jsonText.nullish(),
  ...optional,
})

/** Body of `PUT /api/v1/chart/{id}`: absent keys keep their value. */
export const chartUpdate = z.looseObject({
  slice_name: textOf(0, 250).nullish(),
  datasource_id: int.nullish(),
  datasource_type: datasourceType.nullish(),
  viz_type: textOf(0, 250).nullish(),
  params: jsonText.nullish(),
  ...optional,
})

export type ChartUpdate = z.output<typeof chartUpdate>
