import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import { integer, nullableInteger, json, links, nullableTimestamp, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { inFolder, ownedFields } from './owned-fields.ts'
import { tagsOf, tagIdsField } from './tagged-types.ts'

const datasourceType = z.enum(['table', 'dataset', 'query', 'saved_query', 'view', 'druid'])

/** A saved chart (`slice` in the old wire format). */
export const chartEntity = defineEntity({
  table: 'charts',
  type: 'chart',
  hasHistory: true,
  isPurged: true,
  rights: { view: 'Chart', permissions: ['can_read', 'can_write', 'can_export', 'can_warm_up_cache'] },
  fields: {
    slice_name: text({
      create: textOf(1, 250),
      update: textOf(0, 250).nullish(),
      folded: true,
      sorted: true,
      filter: 'text',
      bundle: z.string(),
    }),
    viz_type: text({ body: textOf(0, 250).nullish(), folded: true, sorted: true, filter: 'text', bundle: z.string() }),
    /** Form data as JSON text, stored unchanged. */
    params: json(),
    /** Query context as JSON text, stored unchanged. */
    query_context: json({ shown: 'show', versioned: 'along' }),
    description: nullableText({ folded: true, filter: 'text' }),
    /** Seconds; null uses the timeout of the dataset. */
    cache_timeout: nullableInteger(),
    /** A dataset id if `datasource_type` is `table`. The dataset may have been deleted. */
    datasource_id: integer({ create: int, update: int.nullish(), sorted: true, filter: 'number', bundle: false }),
    datasource_type: text({ create: datasourceType, update: datasourceType.nullish(), filter: 'exact', bundle: false }),
    last_saved_at: nullableTimestamp({ sorted: true, filter: 'number' }),
    last_saved_by_fk: nullableInteger({ body: false, shown: 'never', bundle: false }),
    ...ownedFields('chart'),
    ...inFolder(),
    /** Ids of the dashboards that contain the chart, ascending. */
    dashboards: links(
      { to: 'dashboards', through: 'dashboard_charts', here: 'chart_id', there: 'dashboard_id' },
      { versioned: 'never' },
    ),
  },
  relations: {
    last_saved_by: { to: 'users', fk: 'last_saved_by_fk' },
    dataset: { to: 'datasets', fk: 'datasource_id', only: { datasource_type: 'table' } },
    tags: tagsOf('chart'),
    /** The folder that contains it, and those above. */
    inFolders: { to: 'folders', through: 'folder_charts', here: 'chart_id', there: 'folder_id' },
  },
  also: {
    ...tagIdsField,
    datasource_name: z.string().nullish(),
    /** True if the body only adds the query context to a chart that was saved without one. */
    query_context_generation: z.boolean().nullish(),
    /** The chart of which a new one is a copy. Its version history names it; ignored if the caller may not read it. */
    copied_from: int.nullish(),
  },
})

export type Chart = RowOf<typeof chartEntity>
export type ChartDraft = DraftOf<typeof chartEntity>
export type ChartBody = BodyOf<typeof chartEntity>
