import { prefetchCall } from '#calls/prefetched-call.ts'
import { dashboardPaths } from '#calls/dashboard-paths.ts'
import { BOOTSTRAP_ID, type Bootstrap } from '#core/session/bootstrap.ts'

const DASHBOARD = /^\/dashboard\/(?!list\/?$)([^/]+)\/?$/

/**
 * Prefetches the calls that a dashboard page starts with, while the client is still loading. The client takes over
 * these in-flight calls instead of sending its own. The server checks permissions as for any other call.
 */
export function prefetchPageCalls(page: Pick<Document, 'getElementById'>, pathname: string): void {
  const text = page.getElementById(BOOTSTRAP_ID)?.textContent
  if (!text) return
  const { basePath } = (JSON.parse(text) as Bootstrap).settings
  const name = pathname.startsWith(basePath) ? DASHBOARD.exec(pathname.slice(basePath.length))?.[1] : undefined
  if (name === undefined) return
  try {
    const paths = Object.values(dashboardPaths(decodeURIComponent(name)))
    prefetchCall(paths.map((path) => `${basePath}${path}`))
  } catch {
    // The client reports invalid URLs.
  }
}
