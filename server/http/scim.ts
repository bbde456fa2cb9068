import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { ScimProvider } from '#server/base/provider-mapping.ts'
import { createScimGroup, patchScimGroup, removeScimGroup, replaceScimGroup } from '#server/identity/scim-groups.ts'
import { listScim, readScim, type ScimQuery } from '#server/identity/scim-lists.ts'
import { resourceTypes, schemaDescriptions, serviceConfig } from '#server/identity/scim-metadata.ts'
import type { ScimDependencies } from '#server/identity/scim-rights.ts'
import type { ScimJson } from '#server/identity/scim-schema.ts'
import { createScimUser, patchScimUser, removeScimUser, replaceScimUser } from '#server/identity/scim-users.ts'
import type { Context } from '#server/route/context.ts'
import { subscriberAddress } from '#server/security/address-network.ts'
import { tokenHash } from '#server/security/sessions.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import { withEventOrigin } from '#server/store/events.ts'
import { readJsonBodies } from './body.ts'
import { loggedPath } from './logged-path.ts'

const PREFIX = '/scim/v2'
const SCIM_TYPE = 'application/scim+json'
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'
/** Maximum bytes of a body. */
const BODY_BYTES = 1024 * 1024
/** Requests of a provider, and requests of an address with a wrong token, in a minute. */
const MAX_CALLS = 3000
const MAX_WRONG_TOKENS = 100
const WINDOW_MS = 60_000

/** Answers of a call: an object, or nothing for a deletion. */
type ScimHandler = (
  office: ScimDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ScimJson | undefined>

/** The provider of each admitted request. */
const callers = new WeakMap<FastifyRequest, ScimProvider>()

/**
 * Serves SCIM 2.0 (RFC 7644) below `/scim/v2`. The token of a provider is the only credential: neither a cookie nor a
 * token of a user is read, so that no request of a browser has rights here. It is checked before the body is read.
 */
export async function serveScim(app: FastifyInstance, context: Context): Promise<void> {
  const { identityProviders, samlProviders, directories, signInProxy, publicUrl, basePath } = context.config
  const providers = [
    ...identityProviders,
    ...samlProviders,
    ...directories,
    ...(signInProxy ? [signInProxy] : []),
  ].filter(hasScim)
  if (providers.length === 0) return
  await app.register(
    async (scope) => {
      readJsonBodies(scope, SCIM_TYPE)
      scope.setErrorHandler((error, request, reply) => sendError(context, request, reply, error))
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        callers.set(request, await admit(context, providers, request))
      })
      const serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: ScimHandler) =>
        scope.route({
          method,
          url,
          bodyLimit: BODY_BYTES,
          handler: async (request, reply) => {
            const provider = callers.get(request)
            if (!provider) throw new ApiError('scim-token-wrong')
            const dependencies = { ...context, provider, baseUrl: `${publicUrl}${basePath}${PREFIX}` }
            const json = await withEventOrigin({ address: request.ip }, () => handler(dependencies, request, reply))
            if (json === undefined) return reply.code(204).send()
            return reply.type(SCIM_TYPE).send(JSON.stringify(json))
          },
        })
      serveResources(serve)
      serveUnsupported(serve)
      serve('GET', '/ServiceProviderConfig', async ({ baseUrl }) => serviceConfig(baseUrl))
      serve('GET', '/ResourceTypes', async ({ baseUrl }) => resourceTypes(baseUrl))
      serve('GET', '/ResourceTypes/:name', async ({ baseUrl }, request) => findNamed(resourceTypes(baseUrl), request))
      serve('GET', '/Schemas', ({ baseUrl }) => schemaDescriptions(baseUrl))
      serve('GET', '/Schemas/:name', async ({ baseUrl }, request) =>
        findNamed(await schemaDescriptions(baseUrl), request),
      )
    },
    { prefix: PREFIX },
  )
}

type Serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: ScimHandler) => void

/** Rejects the requests that `ServiceProviderConfig` declares as unsupported, and optional ones (RFC 7644, sections 3.7, 3.11 and 3.4.3). */
function serveUnsupported(serve: Serve): void {
  const reject = (name: string) => async () => {
    throw new ApiError('scim-unsupported', { args: [name] })
  }
  serve('POST', '/Bulk', reject('bulk'))
  for (const path of ['', '/Users', '/Groups']) serve('POST', `${path}/.search`, reject('search by POST'))
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) serve(method, '/Me', reject('/Me'))
}

function serveResources(serve: Serve): void {
  const changes = {
    User: { create: createScimUser, replace: replaceScimUser, patch: patchScimUser, remove: removeScimUser },
    Group: { create: createScimGroup, replace: replaceScimGroup, patch: patchScimGroup, remove: removeScimGroup },
  }
  for (const type of ['User', 'Group'] as const) {
    const { create, replace, patch, remove } = changes[type]
    serve('GET', `/${type}s`, (dependencies, request) => listScim(dependencies, type, queryOf(request)))
    serve('GET', `/${type}s/:id`, (dependencies, request) =>
      readScim(dependencies, type, idOf(request), queryOf(request)),
    )
    serve('POST', `/${type}s`, async (dependencies, request, reply) => {
      const json = await readScim(dependencies, type, await create(dependencies, request.body), queryOf(request))
      reply.code(201).header('location', `${dependencies.baseUrl}/${type}s/${String(json['id'])}`)
      return json
    })
    for (const [method, change] of [['PUT', replace] as const, ['PATCH', patch] as const])
      serve(method, `/${type}s/:id`, async (dependencies, request) => {
        await change(dependencies, idOf(request), request.body)
        return readScim(dependencies, type, idOf(request), queryOf(request))
      })
    serve('DELETE', `/${type}s/:id`, async (dependencies, request) => {
      await remove(dependencies, idOf(request))
      return undefined
    })
  }
}

function hasScim<P extends { readonly scim?: unknown }>(provider: P): provider is P & ScimProvider {
  return provider.scim !== undefined
}

/** Returns the provider of the token. Throws `scim-token-wrong` and `too-many-requests`. */
async function admit(
  { shared }: Context,
  providers: readonly ScimProvider[],
  { headers, ip }: FastifyRequest,
): Promise<ScimProvider> {
  const token = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const hash = Buffer.from(tokenHash(token))
  // Every hash is compared, so that the time does not show which provider has the token.
  let provider: ScimProvider | undefined
  for (const each of providers)
    for (const known of each.scim.token_hashes) if (timingSafeEqual(Buffer.from(known), hash)) provider = each
  const limit = provider
    ? { key: `scim ${provider.name}`, most: MAX_CALLS }
    : { key: `scim ip ${subscriberAddress(ip)}`, most: MAX_WRONG_TOKENS }
  if (!(await shared.allow([limit], WINDOW_MS))) throw new ApiError('too-many-requests')
  if (!provider) throw new ApiError('scim-token-wrong')
  return provider
}

function idOf({ params }: FastifyRequest): number {
  const { id = '' } = params as Readonly<Record<string, string>>
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('not-found')
  return Number(id)
}

function findNamed(list: ScimJson, { params }: FastifyRequest): ScimJson {
  const { name } = params as Readonly<Record<string, string>>
  const found = (list['Resources'] as readonly ScimJson[]).find(({ id }) => id === name)
  if (!found) throw new ApiError('not-found')
  return found
}

function queryOf({ query }: FastifyRequest): ScimQuery {
  const entries = Object.entries((query ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]))
}

const CONFLICTS: readonly string[] = ['user-exists', 'email-used', 'scim-used']

/** Sends an error as RFC 7644 describes it. */
function sendError(context: Context, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const apiError = asApiError(error) ?? new ApiError('internal', { cause: error })
  const status = statusOf(apiError)
  if (status >= 500) {
    const cause = apiError.cause ?? apiError
    const detail = cause instanceof Error ? cause.stack : JSON.stringify(cause)
    context.log.error(apiError.message, {
      code: apiError.code,
      method: request.method,
      path: loggedPath(request.url),
      detail,
    })
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429) reply.header('retry-after', String(WINDOW_MS / 1000))
  const type = status === 409 ? { scimType: 'uniqueness' } : status === 400 ? { scimType: typeOf(apiError) } : {}
  const detail = `${apiError.message}. ${apiError.row.remedy}`
  const body = { schemas: [ERROR_SCHEMA], status: String(status), ...type, detail }
  return reply.code(status).type(SCIM_TYPE).send(JSON.stringify(body))
}

function typeOf({ code, message }: ApiError): string {
  if (code === 'bound-passed') return 'tooMany'
  if (/externalId cannot change/.test(message)) return 'mutability'
  if (/the filter /.test(message)) return 'invalidFilter'
  return 'invalidValue'
}

function statusOf({ code, row }: ApiError): number {
  if (CONFLICTS.includes(code)) return 409
  if (code === 'last-admin') return 403
  if (row.status === 422) return 400
  return row.status === 0 ? 500 : row.status
}
