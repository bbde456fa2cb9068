import { sourceColumns } from '#core/rest/data-shapes.ts'
import * as z from 'zod'
import { allowedRows } from '#core/access/can.ts'
import { datasetAccess } from '#core/access/rules.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { errorForAudience } from '#server/data/errors/error-audience.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { type ColumnSource, readColumns } from '#server/resources/shared/source-columns.ts'
import { datasetSourceError } from '#server/resources/shared/dataset-source-error.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

/** Returns the columns of a source in wire form. */
export async function columnsOf(
  request: RouteRequest,
  database: Database,
  source: ColumnSource,
  dataset?: Dataset,
): Promise<RouteResponse> {
  const { user } = request
  const found = await readColumns(request.context.chartData, database, source, request).catch(
    async (error: unknown) => {
      throw dataset
        ? await datasetSourceError(error, { user, database, dataset }, request)
        : await errorForAudience(error, { user, database }, request.context.store)
    },
  )
  if (found.length === 0) throw new ApiError('table-missing', { args: [source.table_name] })
  const json = found.map(({ name, type, generic }) => ({
    name,
    column_name: name,
    type,
    type_generic: generic,
    is_dttm: generic === 2,
  }))
  return jsonResponse(sourceColumns, json)
}

const byName = z.looseObject({
  datasource_type: z.string(),
  database_name: z.string(),
  schema_name: z.string().nullish(),
  table_name: z.string(),
})

/**
 * Returns the columns of a source by its names: of a dataset the caller may read, or of a table of a database they may
 * read completely.
 */
export async function externalMetadataByName(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(byName, request.q)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { datasource_type: type, database_name, schema_name, table_name } = read.ok
  if (type !== 'table') throw new ApiError('dataset-type', { args: [type] })
  const { store } = request.context
  const options = ruleOptions(request)
  const database = await store.databases.find({
    and: [
      { col: 'database_name', op: 'eq', value: database_name },
      allowedRows(request.user, 'read', 'Database', options),
    ],
  })
  if (!database) throw new ApiError('not-found')
  const schema = !schema_name || schema_name === 'undefined' || schema_name === 'null' ? null : schema_name
  const dataset = await store.datasets.find({
    and: [
      { col: 'database_id', op: 'eq', value: database.id },
      { col: 'table_name', op: 'eq', value: table_name },
      schema === null ? true : { col: 'schema', op: 'eq', value: schema },
      datasetAccess(request.user, options),
    ],
  })
  if (dataset) return columnsOf(request, database, dataset, dataset)
  await requireDatabase(request, database)
  return columnsOf(request, database, { table_name, schema, sql: null })
}
