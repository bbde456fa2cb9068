import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { localeBody, localeResponse } from '#core/rest/me.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { callerId } from './caller-id.ts'

/** The language of the caller's interface, and the formats of dates and numbers. */
export const localeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/locale',
    policy: { allow: 'signed in' },
    responses: { 200: localeResponse },
    handler: async (request) => presentLocale((await ownUser(request)).locale),
  },
  {
    method: 'PUT',
    path: '/locale',
    policy: { allow: 'signed in' },
    body: localeBody,
    responses: { 200: localeResponse },
    handler: change,
  },
]

async function ownUser(request: RouteRequest) {
  const user = await request.context.store.users.get(callerId(request))
  if (!user) throw new ApiError('not-signed-in')
  return user
}

function presentLocale(locale: string | null): RouteResponse {
  return jsonResponse(localeResponse, { result: { language: 'en', locale } })
}

/** Stores the formats; null removes the choice. */
async function change(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(localeBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { id } = await ownUser(request)
  const { locale } = await request.context.store.users.update(id, { locale: read.ok.locale }, id)
  return presentLocale(locale)
}
