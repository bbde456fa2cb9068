import { join } from 'node:path'
import { connectionResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { databaseAccess } from '#core/access/rules.ts'
import { readBody } from '#core/rest/body.ts'
import { ERROR_HEADER, wireError } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printFields } from '#core/rest/read-error.ts'
import { type Database, type DatabaseBody, databaseEntity } from '#core/entity/database.ts'
import type { Engine } from '#server/engines/engine.ts'
import { hasDriver } from '#server/engines/drivers.ts'
import { engines } from '#server/engines/index.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'
import { resolveConnection } from '#server/security/connection-secret.ts'
import { runConnectionTest, lookUpHost } from './connection-attempts.ts'
import { backendOf, withNumbers, uriOf } from './body.ts'
import { connectionIn, type ConnectionBody } from './connection.ts'
import { formEngine, parametersSchema, settingsOf } from './parameters.ts'
import { checkReachability } from './check-reachability.ts'
import { requireHosts } from './require-hosts.ts'

/** Body of `POST /api/v1/database/test_connection/`. */
const connectionTest = databaseEntity.update.extend({ database_name: z.string().nullish() })

const isPreferred = (engine: Engine): boolean => engine.isPreferred === true

/** Returns the available engines and the parameters of their forms. */
export async function listAvailableEngines({ context }: RouteRequest): Promise<RouteResponse> {
  const storage = { directory: join(context.config.home, 'databases') }
  const sorted = engines.toSorted(
    (a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || a.label.localeCompare(b.label, 'en'),
  )
  const databases = sorted.map((engine) => ({
    name: engine.label,
    engine: engine.name,
    available_drivers: [engine.driverOf ?? engine.name],
    default_driver: engine.driverOf ?? engine.name,
    preferred: isPreferred(engine),
    sqlalchemy_uri_placeholder: engine.placeholder,
    parameters: parametersSchema(engine),
    engine_information: {
      supports_file_upload: engine.load !== undefined,
      supports_data_changes: engine.canChangeData === true,
      disable_ssh_tunneling: engine.hasTunnels !== true,
      is_driver_installed: hasDriver(engine.driverOf ?? engine.name, storage),
      is_verified: engine.isUnverified !== true,
      supports_cost_estimate: engine.hasPlanCosts === true,
      supports_pool_size: engine.hasPool === true,
      supports_certificates: engine.hasCertificates !== undefined,
      supports_client_certificates: engine.hasCertificates === true,
    },
  }))
  return { status: 200, json: { databases } }
}

/** Returns the stored database whose password a masked URI stands for, among those the caller may see. */
async function findStoredDatabase(
  { context, user }: RouteRequest,
  { id, name }: { readonly id?: number | null | undefined; readonly name?: string | null | undefined },
): Promise<Database | undefined> {
  const find = (col: string, value: string | number) =>
    context.store.databases.find({ and: [{ col, op: 'eq', value }, databaseAccess(user)] })
  if (typeof id === 'number') return find('id', id)
  return name ? find('database_name', name) : undefined
}

async function tryConnection(
  request: RouteRequest,
  written: string,
  body: ConnectionBody,
  existing: Database | undefined,
): Promise<RouteResponse> {
  const uri = await withNumbers(request, written)
  const { config, chartData } = request.context
  const backend = backendOf(uri)
  const given = connectionIn(uri, body, existing, backend)
  if ('errors' in given) throw new ApiError('fields-wrong', { fields: given.errors })
  const connection = resolveConnection(given.ok, existing, config)
  await requireHosts(request, backend, connection)
  const { missing } = await chartData.sources.test({ backend, ...connection }, request.signal)
  return jsonResponse(connectionResponse, { message: 'OK', ...(missing === undefined ? {} : { warnings: [missing] }) })
}

/** Tests the connection of a body; stores nothing. */
export async function testConnection(request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(connectionTest, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const database: DatabaseBody = read.ok
  const uri = uriOf(database)
  if (uri === undefined)
    throw new ApiError('fields-wrong', { fields: { sqlalchemy_uri: ['Missing data for required field.'] } })
  const existing = await findStoredDatabase(request, { name: database.database_name })
  return runConnectionTest(request, () => tryConnection(request, uri, database, existing))
}

const validationBody = z.looseObject({
  engine: z.string(),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']),
  parameters: z.record(z.string(), z.unknown()).default({}),
  database_name: z.string().nullish(),
  id: z.int().nullish(),
  ...databaseEntity.update.pick({
    server_cert: true,
    encrypted_extra: true,
    masked_encrypted_extra: true,
    ssh_tunnel: true,
  }).shape,
})

/** Validates the parameters of a form, from missing values to whether the database accepts the connection. */
export async function validateParameters(request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(validationBody, request.body)
  if ('errors' in read) {
    const extra = { invalid: Object.keys(read.errors) }
    throw new ApiError('connection-payload', { args: [printFields(read.errors)], extra })
  }
  const form = read.ok
  return runConnectionTest(request, () => tryParameters(request, form))
}

async function tryParameters(request: RouteRequest, form: z.output<typeof validationBody>): Promise<RouteResponse> {
  const { parameters, id, database_name: name } = form
  const engine = formEngine(form.engine)
  const settings = settingsOf(engine, parameters)
  const sent = form as ConnectionBody
  const existing = await findStoredDatabase(request, { id, name })
  const isTunnelled = sent.ssh_tunnel === undefined ? Boolean(existing?.tunnel) : sent.ssh_tunnel !== null
  const faults = await checkReachability(engine, settings, parameters['port'], {
    signal: request.signal,
    isTunnelled,
    lookUp: (host) => lookUpHost(request, host),
  })
  if (faults[0]) {
    return { status: 422, headers: { [ERROR_HEADER]: faults[0].code }, json: { errors: faults.map(wireError) } }
  }
  return tryConnection(request, engine.printUri(settings), sent, existing)
}
