/** Formats a timestamp, epoch milliseconds, in UTC by a strftime pattern. Unknown directives stay unchanged. */
export function strftime(pattern: string, epochMs: number): string {
  const date = new Date(epochMs)
  const pad = (value: number, width: number): string => String(value).padStart(width, '0')
  const directives: Readonly<Record<string, () => string>> = {
    Y: () => pad(date.getUTCFullYear(), 4),
    y: () => pad(date.getUTCFullYear() % 100, 2),
    m: () => pad(date.getUTCMonth() + 1, 2),
    d: () => pad(date.getUTCDate(), 2),
    H: () => pad(date.getUTCHours(), 2),
    M: () => pad(date.getUTCMinutes(), 2),
    S: () => pad(date.getUTCSeconds(), 2),
    f: () => pad(date.getUTCMilliseconds() * 1000, 6),
    j: () => pad(1 + Math.floor((epochMs - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000), 3),
    '%': () => '%',
  }
  return pattern.replace(/%(.)/g, (all, directive: string) => directives[directive]?.() ?? all)
}
