/**
 * Returns the target after sign-in: a path of this host with its query and fragment, or the start page. Other hosts,
 * other schemes, control characters and forms that browsers read as another host are rejected.
 */
export function nextPath(next: string | undefined, origin: string, start: string): string {
  if (!next || hasControl(next) || next.includes('\\') || next.startsWith('//')) return start
  try {
    const base = new URL(origin)
    const url = new URL(next, base)
    if (url.host !== base.host || !['http:', 'https:'].includes(url.protocol)) return start
    const path = `${url.pathname}${url.search}${url.hash}`
    return path.startsWith('//') ? start : path
  } catch {
    return start
  }
}

function hasControl(text: string): boolean {
  return Array.from(text).some((each) => each.charCodeAt(0) < 32)
}
