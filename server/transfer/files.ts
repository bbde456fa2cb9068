import * as z from 'zod'
import { chartEntity } from '#core/entity/chart.ts'
import { dashboardEntity } from '#core/entity/dashboard.ts'
import { databaseEntity } from '#core/entity/database.ts'
import { datasetColumnFields, datasetMetricFields, datasetEntity } from '#core/entity/dataset.ts'
import { savedQueryEntity } from '#core/entity/saved-query.ts'
import type { Fields, RequiredKeys, StoredFields } from '#core/entity/field.ts'
import { fieldsOf } from '#core/entity/entity-definition.ts'
import { toText } from './json-text.ts'
import { tagFields } from './tag-file.ts'

type Json = Record<string, unknown>

/** The content of a file: the fields of an entity, and those that only files have. */
type Says<F extends Fields, Own> = Own &
  Omit<
    { readonly [K in RequiredKeys<F>]: StoredFields<F>[K] } & {
      readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: StoredFields<F>[K] | null | undefined
    },
    keyof Own
  >

interface Head {
  readonly uuid: string
  readonly version: string | number
  /** Keys of the file that its schema does not know. */
  readonly unknown?: Json
}

/** The names of all tags of an entity; absent: it keeps its tags. */
interface TagFields {
  readonly tags?: readonly string[] | null
}

/** JSON of a field: the object, or the text in old files. */
type JsonField = string | Json | null | undefined

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'Not a valid UUID.')
  .toLowerCase()
const head = { uuid, version: z.union([z.string(), z.number()]) }
const object = z.record(z.string(), z.unknown())

function shapeOf(fields: Fields): z.ZodRawShape {
  const bundled = fieldsOf({ fields }).flatMap(([name, field]) => (field.bundle ? [[name, field.bundle] as const] : []))
  return Object.fromEntries(bundled)
}

/**
 * Returns the schema of a file with these fields and those that only files have. Unknown keys are collected separately.
 */
function fileOf<File>(fields: Fields, own: z.ZodRawShape): z.ZodType<File> {
  return z.object({ ...shapeOf(fields), ...own }) as unknown as z.ZodType<File>
}

type ColumnFile = Says<typeof datasetColumnFields, { readonly uuid?: string | null }>
type MetricFile = Says<typeof datasetMetricFields, { readonly uuid?: string | null }>

const partFields = { uuid: uuid.nullish() }

export type DatabaseFile = Says<
  typeof databaseEntity.fields,
  Head & {
    readonly password?: string | null
    /** Older name of `allow_file_upload`. */
    readonly allow_csv_upload?: boolean | null
  }
>

/** A file of `databases/`. */
export const databaseFile = fileOf<DatabaseFile>(databaseEntity.fields, {
  ...head,
  sqlalchemy_uri: z.string().min(1),
  password: z.string().nullish(),
  allow_csv_upload: z.boolean().nullish(),
})

export type DatasetFile = Says<
  typeof datasetEntity.fields,
  Head &
    TagFields & {
      readonly database_id?: never
      readonly database_uuid: string
      readonly template_params?: JsonField
      readonly metrics?: readonly MetricFile[] | null
      readonly columns?: readonly ColumnFile[] | null
    }
>

/** A file of `datasets/`. */
export const datasetFile = fileOf<DatasetFile>(datasetEntity.fields, {
  ...head,
  ...tagFields,
  database_uuid: uuid,
  metrics: z.array(z.object({ ...shapeOf(datasetMetricFields), ...partFields })).nullish(),
  columns: z.array(z.object({ ...shapeOf(datasetColumnFields), ...partFields })).nullish(),
})

export type ChartFile = Says<
  typeof chartEntity.fields,
  Head &
    TagFields & {
      readonly datasource_id?: never
      readonly datasource_type?: never
      readonly dataset_uuid: string
      readonly params?: JsonField
      readonly query_context?: JsonField
    }
>

export type SavedQueryFile = Says<
  typeof savedQueryEntity.fields,
  Head &
    TagFields & {
      readonly db_id?: never
      readonly database_uuid: string
      readonly template_parameters?: JsonField
      readonly extra_json?: JsonField
    }
>

/** A file of `queries/`. */
export const savedQueryFile = fileOf<SavedQueryFile>(savedQueryEntity.fields, {
  ...head,
  ...tagFields,
  database_uuid: uuid,
})

/** A file of `charts/`. */
export const chartFile = fileOf<ChartFile>(chartEntity.fields, { ...head, ...tagFields, dataset_uuid: uuid })

export type DashboardFile = Says<
  typeof dashboardEntity.fields,
  Head &
    TagFields & {
      readonly position?: Json | null
      readonly metadata?: Json | null
      readonly published?: boolean | null
    }
>

/** A file of `dashboards/`. */
export const dashboardFile = fileOf<DashboardFile>(dashboardEntity.fields, {
  ...head,
  ...tagFields,
  position: object.nullish(),
  metadata: object.nullish(),
})

/**
 * Returns the fields of a file in the form of the store; absent ones have the defaults of a new row. Absent fields of
 * the types `keeps` are left out.
 */
export function valuesOf<F extends Fields>(
  fields: F,
  file: object,
  keeps: readonly string[] = [],
): Partial<StoredFields<F>> {
  const fileFields = file as Readonly<Record<string, unknown>>
  const values: Record<string, unknown> = {}
  for (const [name, { bundle, kind, form, initial }] of fieldsOf({ fields })) {
    if (!bundle) continue
    const value = fileFields[name] ?? undefined
    if (value !== undefined) values[name] = form === 'json' ? toText(value as JsonField) : value
    else if (!keeps.includes(kind)) values[name] = initial ?? null
  }
  return values as Partial<StoredFields<F>>
}
