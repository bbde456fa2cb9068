import { t, tn } from '#core/text/t.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns how long ago something was, in whole units, rounded down. `passed` is in milliseconds. */
export function agoText(passed: number): string {
  if (passed < MINUTE) return t('a moment ago')
  const [unit, one, many] =
    passed < HOUR
      ? ([MINUTE, '%s minute ago', '%s minutes ago'] as const)
      : passed < DAY
        ? ([HOUR, '%s hour ago', '%s hours ago'] as const)
        : ([DAY, '%s day ago', '%s days ago'] as const)
  const count = Math.floor(passed / unit)
  return tn(one, many, count, String(count))
}
