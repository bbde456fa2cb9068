/** Milliseconds after which a page that is being left should have unloaded. */
export const LEAVE_TIMEOUT_MS = 10_000

/** The parts of a window used when a session ends. */
export interface RedirectWindow {
  readonly addEventListener: (type: 'beforeunload' | 'pageshow', listener: () => void) => void
  readonly setTimeout: (act: () => void, delay: number) => unknown
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'assign'>
}

/** Returns the path of a page with its query and fragment, to which a sign-in returns. */
export function returnPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}

type Page = Omit<RedirectWindow, 'setTimeout'>

/** Returns a function that opens the sign-in page once, with a return to this page. */
export function createSignInRedirect(page: Page, basePath: string): () => void {
  let isRedirecting = false
  page.addEventListener('pageshow', () => {
    isRedirecting = false
  })
  return () => {
    if (isRedirecting) return
    isRedirecting = true
    page.location.assign(`${basePath}/login/?next=${encodeURIComponent(returnPath(page.location))}`)
  }
}

/**
 * Returns a function that calls `askToSignIn` when the session has ended. A navigation in progress has priority,
 * because a redirect would abort it. If the page is still there after `LEAVE_TIMEOUT_MS`, the function calls `askToSignIn`
 * then.
 */
export function createSignedOutHandler(
  page: Omit<RedirectWindow, 'location'>,
  askToSignIn: () => void,
  now: () => number,
): () => void {
  let leftAt: number | undefined
  let isPending = false
  page.addEventListener('beforeunload', () => {
    leftAt = now()
  })
  page.addEventListener('pageshow', () => {
    leftAt = undefined
    isPending = false
  })
  return () => {
    const rest = leftAt === undefined ? 0 : leftAt + LEAVE_TIMEOUT_MS - now()
    if (rest <= 0) return askToSignIn()
    if (isPending) return
    isPending = true
    page.setTimeout(() => {
      if (!isPending) return
      isPending = false
      askToSignIn()
    }, rest)
  }
}
