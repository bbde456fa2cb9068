import { t } from '#core/text/t.ts'

/**
 * The first match names the browser. The order matters: most `User-Agent` strings also contain the names of other
 * browsers.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Returns a readable name for a `User-Agent`: `Firefox on Linux`, or the name that a program gives itself. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return t('Unknown device')
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
  if (browser && system) return t('%s on %s', browser, system)
  const program = /^[^\s/;()]+/.exec(userAgent)?.[0]
  return browser ?? system ?? program ?? t('Unknown device')
}
