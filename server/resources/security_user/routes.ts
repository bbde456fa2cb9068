import { countedResponse, doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { readAttributes } from '#core/rest/user-attributes.ts'
import {
  attributeNamesResponse,
  transferEntitiesBody,
  ownedResponse,
  signInLinkResponse,
  userImportResponse,
  userImportBody,
} from '#core/rest/security.ts'
import type { User } from '#core/entity/user.ts'
import { apiTokenBody, apiTokensResponse, newApiTokenResponse } from '#core/rest/me.ts'
import { presentTokens, respondWithNewToken } from '#server/resources/shared/api-tokens.ts'
import { revokeApiToken } from '#server/security/api-tokens.ts'
import { findAllowedRow, idOf } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { Resource } from '#server/resources/resource.ts'
import { type Policy, type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { removeSecondFactor } from '#server/identity/second-factor.ts'
import { signOutEverywhere } from '#server/security/accounts.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { importUsers } from '#server/security/import-users.ts'
import { type MailedLinks, type MailSender, mailLinks } from '#server/security/mail-links.ts'
import { transferEntities, ownedEntities } from '#server/security/owned-entities.ts'
import { replacePassword } from '#server/security/user-changes.ts'
import { printUserFile } from '#server/security/user-file.ts'
import { requireAdmin } from './body.ts'
import { INVITATION_TTL_MS, invitationRoute } from './invitation.ts'
import { userSessionRoutes } from './sessions.ts'

/** Maximum names of attributes in a response. */
const MAX_ATTRIBUTE_NAMES = 1000

/** Maximum entities that a list of owned ones names. */
const MAX_OWNED = 500

// oxlint-disable-next-line typescript/no-explicit-any -- only the row matters here
type UserResource = Resource<User, any>

/** All users: the names of their attributes, and the CSV file that is exported and imported. */
function collectionRoutes(view: string): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/attribute_names',
      policy: { permission: 'can_read', view },
      responses: { 200: attributeNamesResponse },
      handler: attributeNames,
    },
    { method: 'GET', path: '/export', policy: { permission: 'can_read', view }, handler: exportFile },
    {
      method: 'POST',
      path: '/import',
      policy: { permission: 'can_write', view },
      needsSession: true,
      body: userImportBody,
      responses: { 200: userImportResponse },
      handler: importFile,
    },
  ]
}

/** The API tokens of a user: list and revoke; of a service account, also create. */
function tokenRoutes(policy: Policy, target: (request: RouteRequest) => Promise<User>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/:id/tokens',
      policy,
      viewAs: 'never',
      responses: { 200: apiTokensResponse },
      handler: async (request) => presentTokens(request.context.store, (await target(request)).id),
    },
    {
      method: 'POST',
      path: '/:id/tokens',
      policy,
      needsSession: true,
      body: apiTokenBody,
      responses: { 201: newApiTokenResponse },
      handler: async (request) => createServiceToken(request, await target(request)),
    },
    {
      method: 'DELETE',
      path: '/:id/tokens/:token',
      policy,
      responses: { 200: doneResponse },
      handler: async (request) => revoke(request, await target(request)),
    },
  ]
}

/** Routes of users: files of all of them; of single users: what they own, handing it over, sign-in links, tokens and sessions. */
export function userRoutes(view: string, resource: () => UserResource): readonly Route[] {
  const policy = { permission: 'can_write', view } as const
  const target = (request: RouteRequest) => findAllowedRow(resource(), request, idOf(request), 'write')
  return [
    ...collectionRoutes(view),
    ...tokenRoutes(policy, target),
    ...userSessionRoutes(view, target),
    {
      method: 'GET',
      path: '/:id/owned',
      policy,
      responses: { 200: ownedResponse },
      handler: async (request) => showOwned(request, await target(request)),
    },
    {
      method: 'POST',
      path: '/:id/hand_over',
      policy,
      body: transferEntitiesBody,
      responses: { 200: countedResponse },
      handler: async (request) => transferAllEntities(request, await target(request)),
    },
    {
      method: 'POST',
      path: '/:id/sign_in_link',
      policy,
      responses: { 201: signInLinkResponse },
      handler: async (request) => signInLink(request, await target(request)),
    },
    invitationRoute(view, target),
    {
      method: 'POST',
      path: '/:id/sign_out_everywhere',
      policy,
      responses: { 200: doneResponse },
      handler: async (request) => endAll(request, await target(request)),
    },
    {
      method: 'DELETE',
      path: '/:id/second_factor',
      policy,
      needsSession: true,
      responses: { 200: doneResponse },
      handler: async (request) => resetSecondFactor(request, await target(request)),
    },
  ]
}

/** Returns the names of attributes that users have or that identity providers set, for the clauses of row rules. */
async function attributeNames(request: RouteRequest): Promise<RouteResponse> {
  requireAdmin(request)
  const { store, config } = request.context
  const { rows } = await store.users.list({ where: { col: 'attributes', op: 'neq', value: null } })
  const used = rows.flatMap(({ attributes }) => Object.keys(readAttributes(attributes)))
  const mapped = config.identityProviders.flatMap(({ scim }) => Object.keys(scim?.attributes ?? {}))
  const names = [...new Set([...used, ...mapped])].toSorted().slice(0, MAX_ATTRIBUTE_NAMES)
  return jsonResponse(attributeNamesResponse, { count: names.length, result: names })
}

/** Exports users with their e-mail addresses, which only administrators may see. */
async function exportFile(request: RouteRequest): Promise<RouteResponse> {
  requireAdmin(request)
  const headers = { 'content-disposition': 'attachment; filename="users.csv"' }
  return {
    status: 200,
    type: 'text/csv; charset=utf-8',
    headers,
    stream: bytesOf(printUserFile(request.context.store)),
  }
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

function senderOf({ userId, username, firstName, lastName }: RouteRequest['user']): MailSender {
  return { userId, name: `${firstName} ${lastName}`.trim() || username }
}

const NOTHING_SENT: MailedLinks = { sent: new Set() }

/** Imports users for an administrator, who may give every role and group. */
async function importFile(request: RouteRequest): Promise<RouteResponse> {
  requireAdmin(request)
  const { context, body, origin, user } = request
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const read = readBody(userImportBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { csv, dry_run, invite = false, send = false } = read.ok
  // Checked first, so that no users are created without their invitations.
  if (send && !context.config.mailServer) throw new ApiError('mail-off')
  const { rows, unchanged, invitations } = await importUsers(context, csv, {
    actor: user.userId,
    isDryRun: dry_run,
    isInviting: invite,
  })
  const { sent, problem = null } = send ? await mailLinks(context, senderOf(user), invitations) : NOTHING_SENT
  const left = invitations.filter(({ username }) => !sent.has(username))
  const countOf = (action: string) => rows.filter((row) => row.action === action).length
  return jsonResponse(userImportResponse, {
    dry_run,
    created: countOf('create'),
    changed: countOf('change'),
    unchanged,
    rejected: countOf('reject'),
    result: rows,
    sent: sent.size,
    mail_problem: problem,
    invitations: left.map(({ username, token, expiresAt }) => ({
      username,
      url: `${origin}${context.config.basePath}/login/link/${token}`,
      expires_on: printInstant(expiresAt),
    })),
  })
}

async function showOwned({ context }: RouteRequest, { id }: User): Promise<RouteResponse> {
  const all = await ownedEntities(context.store, id)
  return jsonResponse(ownedResponse, {
    count: all.length,
    sole_count: all.filter(({ otherOwners }) => otherOwners === 0).length,
    result: all
      .slice(0, MAX_OWNED)
      .map(({ type, id: entity, name, otherOwners }) => ({ type, id: entity, name, other_owners: otherOwners })),
  })
}

async function transferAllEntities({ context, body, user }: RouteRequest, from: User): Promise<RouteResponse> {
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const read = readBody(transferEntitiesBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const to = await context.store.users.get(read.ok.to)
  if (!to?.active || to.is_service || to.id === from.id)
    throw new ApiError('fields-refused', { fields: { to: ['Must be another active user who can sign in'] } })
  const count = await transferEntities(context.store, from.id, to.id, user.userId)
  return jsonResponse(countedResponse, { message: 'OK', count })
}

/**
 * Returns a link that signs the user in once, after which they set a password. It replaces the password and everything
 * opened with it.
 */
async function signInLink({ context, origin, user }: RouteRequest, target: User): Promise<RouteResponse> {
  // The link would be shown in a session that it ends.
  if (target.id === user.userId) throw new ApiError('user-self-link')
  const now = context.now()
  const token = await replacePassword(context, target, user.userId, (tx) =>
    createLinkToken(tx, target.id, now, INVITATION_TTL_MS),
  )
  const url = `${origin}${context.config.basePath}/login/link/${token}`
  const result = { url, expires_on: printInstant(now + INVITATION_TTL_MS) }
  return jsonResponse(signInLinkResponse, { result }, 201)
}

/** Creates an API token of a service account. Of other users, only they do: the token acts in their name. */
async function createServiceToken(request: RouteRequest, target: User): Promise<RouteResponse> {
  if (!target.is_service) throw new ApiError('user-not-service', { args: [target.username] })
  if (!target.active) throw new ApiError('user-inactive', { args: [target.username] })
  return respondWithNewToken(request, target.id)
}

async function revoke(request: RouteRequest, target: User): Promise<RouteResponse> {
  const { context, user } = request
  await revokeApiToken(context.store, target.id, idOf(request, 'token'), user.userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}

async function resetSecondFactor({ context, user }: RouteRequest, target: User): Promise<RouteResponse> {
  // Removing one's own needs a code.
  if (target.id === user.userId) throw new ApiError('user-self-factor')
  if (!(await removeSecondFactor(context, target.id, user.userId))) throw new ApiError('second-factor-none')
  return jsonResponse(doneResponse, { message: 'OK' })
}

async function endAll({ context, user }: RouteRequest, target: User): Promise<RouteResponse> {
  await signOutEverywhere(context.store, target.id, { now: context.now(), actor: user.userId })
  return jsonResponse(doneResponse, { message: 'OK' })
}
