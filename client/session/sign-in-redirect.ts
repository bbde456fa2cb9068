/** Milliseconds within which a page that is being left is expected to be gone. */
export const MAX_LEAVING = 10_000

/** The parts of a window that the redirect uses. */
export interface RedirectWindow {
  readonly addEventListener: (type: 'beforeunload' | 'pageshow', listener: () => void) => void
  readonly setTimeout: (act: () => void, delay: number) => unknown
  readonly location: Pick<Location, 'pathname' | 'search' | 'assign'>
}

/**
 * Returns the function that leads to the sign-in page when the session has ended. A navigation that is under way goes
 * first: a second one would abort it. If the page is still there after `MAX_LEAVING`, the redirect follows.
 */
export function createSignInRedirect(page: RedirectWindow, basePath: string, now: () => number): () => void {
  let leftAt: number | undefined
  let isPending = false
  page.addEventListener('beforeunload', () => {
    leftAt = now()
  })
  page.addEventListener('pageshow', () => {
    leftAt = undefined
    isPending = false
  })
  const redirect = () => {
    const next = page.location.pathname + page.location.search
    page.location.assign(`${basePath}/login/?next=${encodeURIComponent(next)}`)
  }
  return () => {
    if (isPending) return
    isPending = true
    const rest = leftAt === undefined ? 0 : leftAt + MAX_LEAVING - now()
    if (rest <= 0) return redirect()
    page.setTimeout(() => {
      if (isPending) redirect()
    }, rest)
  }
}
