/**
 * Where to go after signing in: a path of this host, or the start page. Refused are other hosts, other schemes, control
 * characters and the forms browsers read as another host. The answer is a path with its query and fragment.
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
