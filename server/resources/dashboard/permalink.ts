import { Fault } from '#core/rest/fault.ts'
import { redirect } from '#server/http/page.ts'
import type { Answer, AnyResource, Asked, Route } from '#server/resources/resource.ts'
import { makePermalink, readPermalink } from '#server/resources/shared/permalink.ts'
import { findDashboard } from './lookup.ts'

/** Links to a dashboard in a state: filters, tabs, an anchor. */
export function permalinkRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  return [
    { method: 'GET', path: '/permalink/:key', policy, act: (asked) => read(resource(), asked) },
    { method: 'POST', path: '/:id/permalink', policy, act: (asked) => make(resource(), asked) },
  ]
}

async function make(resource: AnyResource, asked: Asked): Promise<Answer> {
  if (typeof asked.body !== 'object' || asked.body === null) throw new Fault('not-json')
  const dashboard = await findDashboard(resource, asked)
  const key = await makePermalink(asked, 'dashboard_permalink', {
    dashboardId: String(dashboard.id),
    state: asked.body,
  })
  const url = `${asked.origin}${asked.context.config.basePath}/superset/dashboard/p/${key}/`
  return { status: 201, json: { key, url } }
}

async function read(resource: AnyResource, asked: Asked): Promise<Answer> {
  const value = await readPermalink(asked, 'dashboard_permalink', asked.params['key'] ?? '')
  await findDashboard(resource, { ...asked, params: { id: String(value['dashboardId']) } })
  return { status: 200, json: value }
}

/** The page of a link: it leads to the dashboard, which itself checks who may open it. */
export const permalinkPage: Route = {
  method: 'GET',
  path: '/superset/dashboard/p/:key',
  policy: { allow: 'anyone' },
  act: openPermalink,
}

async function openPermalink(asked: Asked): Promise<Answer> {
  const key = asked.params['key'] ?? ''
  const { dashboardId, state } = await readPermalink(asked, 'dashboard_permalink', key)
  const { urlParams, anchor, hash } = (state ?? {}) as Record<string, unknown>
  const query = new URLSearchParams({ permalink_key: key })
  if (Array.isArray(urlParams)) for (const [name, value] of urlParams) query.append(String(name), String(value))
  const end = anchor ?? hash
  const fragment = typeof end === 'string' && end !== '' ? `#${encodeURIComponent(end)}` : ''
  return redirect(asked, `/dashboard/${encodeURIComponent(String(dashboardId))}?${query.toString()}${fragment}`)
}
