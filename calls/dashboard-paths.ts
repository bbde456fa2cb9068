/** Returns the paths that a dashboard page fetches at start, below the base path. */
export function dashboardPaths(idOrSlug: string) {
  const dashboard = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`
  return { dashboard, charts: `${dashboard}/charts`, datasets: `${dashboard}/datasets` }
}
