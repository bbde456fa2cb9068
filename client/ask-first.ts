import { prefetchCall } from '#calls/prefetched-call.ts'
import { dashboardPaths } from '#calls/dashboard-paths.ts'
import { BOOTSTRAP_ID, type Bootstrap } from '#core/session/bootstrap.ts'

const DASHBOARD = /^\/dashboard\/(?!list\/?$)([^/]+)\/?$/

/**
 * Makes the calls that this page starts from before there is anything that could make them: they are under way while the
 * client is read and started. Each is the call that the client takes in its place, and answered to whoever may make it.
 */
export function askFirst(page: Pick<Document, 'getElementById'>, pathname: string): void {
  const text = page.getElementById(BOOTSTRAP_ID)?.textContent
  if (!text) return
  const { basePath } = (JSON.parse(text) as Bootstrap).settings
  const name = pathname.startsWith(basePath) ? DASHBOARD.exec(pathname.slice(basePath.length))?.[1] : undefined
  if (name === undefined) return
  try {
    const paths = Object.values(dashboardPaths(decodeURIComponent(name)))
    prefetchCall(paths.map((path) => `${basePath}${path}`))
  } catch {
    // What is no address is said by the client.
  }
}
