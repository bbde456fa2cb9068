/** Maximum characters of a logged URL. */
const LOGGED_CHARACTERS = 500

/** Returns a URL in loggable form: query strings hold form data, and a sign-in link is a secret. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/(\/login\/link\/)[^/]+/, '$1…').slice(0, LOGGED_CHARACTERS)
}
