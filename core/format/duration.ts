import { decimalText } from './locale.ts'

const steps = [
  ['y', 365 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

/**
 * Formats milliseconds as `1d 1h 1m 1s`. A year is 365 days, seconds have one decimal (truncated), and durations below
 * a second are whole milliseconds. Each part of a negative duration has a minus sign.
 */
export function formatDuration(milliseconds: number): string {
  return withSign(milliseconds, (size) => {
    const { parts, rest } = split(size)
    if (size < 1000) return [`${Math.floor(rest)}ms`]
    const seconds = floorTo(rest / 1000, 10)
    return seconds > 0 ? [...parts, `${decimalText(seconds)}s`] : parts
  })
}

/** Formats milliseconds with milliseconds, microseconds and nanoseconds as parts: `100ms 400µs 80ns`. */
export function formatDurationSub(milliseconds: number): string {
  return withSign(milliseconds, (size) => {
    const { parts, rest } = split(size)
    const nanoseconds = Math.round(rest * 1e6)
    const small = [
      ['s', Math.floor(nanoseconds / 1e9)],
      ['ms', Math.floor(nanoseconds / 1e6) % 1000],
      ['µs', Math.floor(nanoseconds / 1000) % 1000],
      ['ns', nanoseconds % 1000],
    ] as const
    return [...parts, ...small.filter(([, n]) => n > 0).map(([unit, n]) => `${n}${unit}`)]
  })
}

function split(size: number): { parts: string[]; rest: number } {
  const parts: string[] = []
  let rest = size
  for (const [unit, length] of steps) {
    const n = Math.floor(rest / length)
    if (n > 0) parts.push(`${n}${unit}`)
    rest -= n * length
  }
  return { parts, rest }
}

/** Truncates to a multiple of 1 / `perOne`, tolerating floating-point error. */
function floorTo(n: number, perOne: number): number {
  return Math.floor(n * perOne + 1e-7) / perOne
}

function withSign(milliseconds: number, parts: (size: number) => string[]): string {
  const sign = milliseconds < 0 ? '−' : ''
  const written = parts(Math.abs(milliseconds)).filter((part) => part !== '0ms')
  return written.length ? written.map((part) => sign + part).join(' ') : '0ms'
}
