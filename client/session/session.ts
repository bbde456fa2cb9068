import { BOOTSTRAP_ID, type Bootstrap } from '#core/session/bootstrap.ts'

let bootstrap: Bootstrap | undefined

/** Reads the bootstrap object from the page. Throws if the page has none. */
export function startSession(page: Document): Bootstrap {
  const text = page.getElementById(BOOTSTRAP_ID)?.textContent
  if (!text) throw new Error('The page carries no bootstrap object.')
  bootstrap = JSON.parse(text) as Bootstrap
  return bootstrap
}

/** Replaces the CSRF token of this page after the user has signed in again. */
export function renewSession(csrfToken: string): void {
  if (bootstrap) bootstrap = { ...bootstrap, settings: { ...bootstrap.settings, csrfToken } }
}

/** Returns the user, feature flags and settings of this page. */
export function session(): Bootstrap {
  if (!bootstrap) throw new Error('The session has not started.')
  return bootstrap
}
