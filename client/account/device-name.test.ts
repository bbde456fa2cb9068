import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const GOOGLE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Chrome/139.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${GOOGLE} Chrome/139.0 Safari/537.36 Edg/139.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) ${APPLE} Version/17.5 Safari/605.1.15`, 'Safari on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Version/17.5 Safari/604.1`, 'Safari on iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} CriOS/126.0 Safari/604.1`, 'Chrome on iPad'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${GOOGLE} Chrome/126.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${GOOGLE} Chrome/126.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['python-requests/2.31.0', 'python-requests'],
  ['curl/8.5.0', 'curl'],
  ['(nothing)', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
