import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import {
  type Fields,
  flag,
  integer,
  integerWithDefault,
  nullableInteger,
  json,
  link,
  type RequiredKeys,
  type StoredFields,
  text,
  nullableText,
} from './field.ts'
import { type BodyOf, bodyShape, type RowOf, defineEntity } from './entity-definition.ts'
import { foldersBody } from '#core/rest/dataset-folders-body.ts'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import type { Draft } from './entity.ts'
import { inFolder, ownedFields } from './owned-fields.ts'
import { tagsOf, tagIdsField } from './tagged-types.ts'

const dateFormat = /^(epoch_s|epoch_ms|%Y(-%m(-%d)?)?([T ]%H(:%M(:%S(\.%f)?)?)?)?)?$/

/** A column of a dataset: from its table, or computed by `expression`. */
export const datasetColumnFields = {
  column_name: text({ body: textOf(1, 255) }),
  verbose_name: nullableText({ body: textOf(0, 1024).nullish() }),
  description: nullableText(),
  /** SQL of a computed column; null for a column of the table. */
  expression: nullableText(),
  /** Type as the database names it. */
  type: nullableText(),
  /** The `LogicalType` that the engine reported for its values; null if only the type name is known. */
  logical_type: nullableText({ body: false, bundle: false, shown: 'never' }),
  advanced_data_type: nullableText(),
  is_dttm: flag(false),
  is_active: flag(true),
  groupby: flag(true),
  filterable: flag(true),
  /** `epoch_s`, `epoch_ms` or a strftime pattern; null if the column has a date type. */
  python_date_format: nullableText({
    body: z
      .string()
      .refine((pattern) => pattern === '' || dateFormat.test(pattern), 'Invalid date/timestamp format')
      .nullish(),
  }),
  /** JSON text. */
  extra: json({ body: z.string().nullish() }),
}

/** A saved metric of a dataset. */
export const datasetMetricFields = {
  metric_name: text({ body: textOf(1, 255) }),
  verbose_name: nullableText(),
  description: nullableText(),
  expression: text({ body: z.string(), bundle: z.string() }),
  metric_type: nullableText(),
  d3format: nullableText(),
  /** JSON text `{symbol, symbolPosition}`; newer clients send the object itself. */
  currency: json({
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    read: (sent: unknown) => (typeof sent === 'string' ? sent : JSON.stringify(sent)),
  }),
  warning_text: nullableText(),
  /** JSON text. */
  extra: json({ body: z.string().nullish() }),
}

/** Common fields of every part of a dataset. */
interface DatasetField {
  readonly id: number
  readonly uuid: string
  readonly created_on: number
  readonly changed_on: number
}

type FieldDraft<F extends Fields> = Pick<StoredFields<F>, RequiredKeys<F>> &
  Partial<StoredFields<F> & Pick<DatasetField, 'id' | 'uuid'>>

export type DatasetColumn = DatasetField & StoredFields<typeof datasetColumnFields>
export type DatasetMetric = DatasetField & StoredFields<typeof datasetMetricFields>

/** A column to write: with the id of an existing column it changes that column, without an id it adds one. */
export type DatasetColumnDraft = FieldDraft<typeof datasetColumnFields>

/** A metric to write: with the id of an existing metric it changes that metric, without an id it adds one. */
export type DatasetMetricDraft = FieldDraft<typeof datasetMetricFields>

const partKeys = { id: int.nullish(), uuid: z.string().nullish() }

/** A column and a metric of a dataset as sent. Unknown keys are preserved. */
const datasetColumnBody = z.looseObject({ ...partKeys, ...bodyShape(datasetColumnFields, 'update') })
const datasetMetricBody = z.looseObject({ ...partKeys, ...bodyShape(datasetMetricFields, 'update') })

const trimOrNull = (sent: string) => sent.trim() || null
const changes = { create: false } as const
const counts = { ...changes, counts: true } as const
const flagSent = z.boolean().nullish()

/** A dataset without its columns and metrics, as shown in lists. `kind` is derived from `sql`: see `datasetKind`. */
export const datasetEntity = defineEntity({
  table: 'datasets',
  type: 'dataset',
  hasHistory: true,
  isPurged: true,
  parts: ['columns', 'metrics'],
  rights: {
    view: 'Dataset',
    permissions: [
      'can_read',
      'can_write',
      'can_export',
      'can_duplicate',
      'can_get_or_create_dataset',
      'can_warm_up_cache',
    ],
    writers: 'Alpha',
  },
  fields: {
    database_id: integer({ create: false, update: int.optional(), shown: 'never', counts: true, bundle: false }),
    table_name: text({
      create: textOf(1, 250),
      update: textOf(1, 250).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
      counts: true,
    }),
    schema: nullableText({
      create: textOf(0, 250).nullish(),
      update: textOf(0, 255).nullish(),
      folded: true,
      sorted: true,
      filter: 'text',
      counts: true,
    }),
    catalog: nullableText({ ...counts, shown: 'show' }),
    /** SQL of a virtual dataset; null for a physical one. */
    sql: nullableText({ read: trimOrNull, folded: true, filter: 'text', counts: true }),
    main_dttm_col: nullableText(counts),
    description: nullableText({ ...changes, folded: true }),
    default_endpoint: link(changes),
    /** Hours added to times. */
    offset: integerWithDefault(0, { ...counts, shown: 'show' }),
    /** Seconds; null uses the timeout of the database. */
    cache_timeout: nullableInteger(changes),
    /** JSON text. */
    params: json({ ...counts, shown: 'show' }),
    /** JSON text. */
    template_params: json({ ...counts, update: z.string().nullish(), shown: 'show' }),
    filter_select_enabled: flag(true, { ...changes, shown: 'show' }),
    fetch_values_predicate: nullableText({ ...counts, update: textOf(0, 1000).nullish(), shown: 'show' }),
    /** JSON text. */
    extra: json({ ...counts, update: z.string().nullish(), folded: true }),
    /** JSON text; sent and shown as a list. See `DatasetFolder`. */
    folders: json({
      create: false,
      update: foldersBody.nullish(),
      read: (sent: unknown) => JSON.stringify(sent),
      shown: 'never',
      bundle: foldersBody.nullish(),
    }),
    is_sqllab_view: flag(false, { ...changes, shown: 'show', bundle: false }),
    normalize_columns: flag(false, { ...counts, create: flagSent, shown: 'show' }),
    always_filter_main_dttm: flag(false, { ...counts, create: flagSent, shown: 'show' }),
    /** Epoch milliseconds at which a temporary dataset expires; null for a saved one. */
    expires_on: nullableInteger({ body: false, shown: 'show', bundle: false }),
    /** Incremented with each change that may change results; part of cache keys. */
    definition_version: integerWithDefault(1, { body: false, shown: 'never', bundle: false }),
    ...ownedFields('dataset'),
    ...inFolder(),
    certified_by: nullableText({ body: false, bundle: false }),
    certification_details: nullableText({ body: false, bundle: false }),
  },
  relations: {
    database: { to: 'databases', fk: 'database_id' },
    charts: { to: 'charts', back: 'datasource_id', only: { datasource_type: 'table' } },
    grantedOn: { to: 'dashboards', through: 'granted_datasets', here: 'dataset_id', there: 'dashboard_id' },
    tags: tagsOf('dataset'),
    /** The folder that contains it, and those above. */
    inFolders: { to: 'folders', through: 'folder_datasets', here: 'dataset_id', there: 'folder_id' },
  },
  counter: 'definition_version',
  also: { ...tagIdsField },
  only: {
    create: { database: int, metrics: z.array(datasetMetricBody).optional(), is_temporary: z.boolean().optional() },
    update: { columns: z.array(datasetColumnBody).optional(), metrics: z.array(datasetMetricBody).optional() },
  },
})

export type DatasetHead = RowOf<typeof datasetEntity>

/** A dataset with its columns and metrics, in the given order. */
export interface Dataset extends DatasetHead {
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly DatasetMetric[]
}

/** Lists of columns and metrics are complete: parts missing from a list are removed. */
export interface DatasetParts {
  readonly columns?: readonly DatasetColumnDraft[]
  readonly metrics?: readonly DatasetMetricDraft[]
}

export type DatasetDraft = Draft<DatasetHead, 'database_id' | 'table_name'> & DatasetParts

/** A column or a metric as sent; further keys are its fields. */
export interface DatasetFieldInput {
  readonly id?: number | null
  readonly uuid?: string | null
  readonly column_name?: string
  readonly metric_name?: string
}

/**
 * `metrics` are added to the count of rows that every new dataset has. A temporary dataset has SQL, is not listed, is
 * open to its creator only, and expires unless a chart on it is saved.
 */
export type DatasetCreate = BodyOf<typeof datasetEntity> & {
  readonly database: number
  readonly table_name: string
  readonly metrics?: readonly DatasetFieldInput[]
  readonly is_temporary?: boolean
}

/** `columns` and `metrics` replace the complete lists; if a key is absent, its list is unchanged. */
export type DatasetUpdate = BodyOf<typeof datasetEntity> & {
  readonly columns?: readonly DatasetFieldInput[]
  readonly metrics?: readonly DatasetFieldInput[]
}

/** Returns the folders of an update; undefined if it does not change them. */
export function updatedFolders({ folders }: DatasetUpdate): readonly DatasetFolder[] | undefined {
  return folders === undefined ? undefined : ((folders ?? []) as unknown as readonly DatasetFolder[])
}

/** Returns `virtual` for a dataset with SQL, otherwise `physical`. */
export function datasetKind(dataset: Pick<DatasetHead, 'sql'>): 'physical' | 'virtual' {
  return dataset.sql ? 'virtual' : 'physical'
}
