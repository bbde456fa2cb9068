import { uploadSchemasOf } from '#core/access/upload.ts'
import { schemasResponse } from '#core/rest/response-shapes.ts'
import type { Database } from '#core/entity/database.ts'
import { defaultSchema } from '#server/dataset/sibling-tables.ts'
import { tableVisibility } from '#server/resources/shared/table-visibility.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

/** Returns the schemas that a database allows for uploads, as far as the caller may see them. */
export async function schemasForUpload(database: Database, request: RouteRequest): Promise<readonly string[]> {
  if (!database.allow_file_upload) return []
  const schemas = uploadSchemasOf(database)
  if (schemas.length === 0) return []
  const defaultSchemaName = await request.context.chartData.sources.use(database, defaultSchema)
  const visibility = await tableVisibility(request, database, defaultSchemaName)
  return schemas.filter((name) => visibility.schema(name)).toSorted()
}

/** `GET /:id/schemas_access_for_file_upload` */
export async function uploadSchemas(database: Database, request: RouteRequest): Promise<RouteResponse> {
  return jsonResponse(schemasResponse, { schemas: await schemasForUpload(database, request) })
}
