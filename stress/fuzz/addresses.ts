import { allRoutes } from '#testing/product-routes.ts'
import { type InputGenerator, pathOf } from './bodies.ts'
import { toSendableUrl, toWellFormedText } from './input.ts'
import { mutateText } from './mutate.ts'
import { edgeCaseText } from './edge-case-values.ts'
import type { Random } from './random.ts'

const routes = allRoutes().filter((route) => !route.endsWith('/sign_out_everywhere'))
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST', 'PROPFIND', 'TRACE', 'LOCK']
const PARTS = [
  '..',
  '.',
  '',
  '%2e%2e',
  '%2f',
  '%00',
  '%zz',
  '%',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%F0%9F%A6%9C',
  '1e3',
  '-1',
  '0',
  '01',
  '99999999999999999999',
  '1;x',
  '*',
  ':id',
  'undefined',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  '1 ',
  '%20',
  '1%0d%0aX: y',
]
const HEADERS: readonly (readonly [string, string])[] = [
  ['accept', '*/*;q=x, ,,text/html'],
  ['accept-encoding', 'gzip;q=abc, br, *;q=0'],
  ['accept', 'application/vnd.facet.columns'],
  ['if-match', '"x"'],
  ['if-match', '"99999999999999999999"'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=-1--1'],
  ['cookie', 'session=; session==; =x; async-token=a.b.c; %zz=%zz'],
  ['cookie', `session=${'a'.repeat(5000)}`],
  ['host', 'evil.example:99999'],
  ['host', '[::1'],
  ['x-forwarded-for', '::ffff:1.2.3.4, unknown, " '],
  ['x-forwarded-host', 'a"b<c>'],
  ['x-forwarded-proto', 'gopher'],
  ['x-csrftoken', 'a.b.c'],
  ['x-request-id', '\u00ff'.repeat(300)],
  ['expect', '100-continue'],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade'],
  ['referer', 'http://[/'],
  ['origin', 'null'],
  ['authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['accept-language', 'xx-XX;q=9'],
]

function withOddPart(random: Random, path: string): string {
  const parts = path.split('/')
  const at = random.int(parts.length)
  const odd = random.chance(0.7)
    ? random.pick(PARTS)
    : encodeURIComponent(toWellFormedText(edgeCaseText(random).slice(0, 4000)))
  return random.chance(0.5) ? parts.with(at, odd).join('/') : parts.toSpliced(at, 0, odd).join('/')
}

/** Makes URLs with odd parts, unknown methods and odd headers. */
export const address: InputGenerator = (random, names) => {
  const route = random.pick(routes)
  const sound = pathOf(random, route, names)
  const path = random.pick<() => string>([
    () => sound,
    () => withOddPart(random, sound),
    () => withOddPart(random, withOddPart(random, sound)),
    () => mutateText(random, sound),
    () => sound.replaceAll('/', '//'),
    () => `${sound}/`.repeat(random.pick([1, 5])),
    () => `/assets/${random.pick(PARTS)}`,
    () => `${sound}?${mutateText(random, 'q=(page:1)&a[]=1&a[b]=2&__proto__[x]=1')}`,
    () => `${sound}#x`,
    () => `${sound}/${'a'.repeat(random.pick([1900, 2100, 20_000]))}`,
  ])()
  const method = random.chance(0.6) ? (route.split(' ')[0] ?? 'GET') : random.pick(METHODS)
  const headers = Object.fromEntries(random.chance(0.5) ? [random.pick(HEADERS), random.pick(HEADERS)] : [])
  const reset = 'upgrade' in headers ? { ...headers, connection: 'upgrade' } : headers
  return { method, path: toSendableUrl(path), headers: reset }
}

const LINES = [
  'GET /health HTTP/1.1',
  'GET /api/v1/me/ HTTP/1.1',
  'POST /api/v1/chart/data HTTP/1.1',
  'POST /api/v1/security/login HTTP/1.1',
  'POST /api/v1/dashboard/import/ HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET http://x/health HTTP/1.1',
  'CONNECT x:1 HTTP/1.1',
  'GET /health',
  'GET  /health HTTP/1.1',
  'GET /health HTTP/9.9',
  'PRI * HTTP/2.0',
  'GET /api/v1/async_event/ws HTTP/1.1',
]
const HEAD_LINES = [
  'host: x',
  'host: x\r\nhost: y',
  'content-length: 5',
  'content-length: 5\r\ncontent-length: 6',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked\r\ncontent-length: 3',
  'transfer-encoding: gzip, chunked',
  'content-type: application/json',
  'content-type: multipart/form-data; boundary=x',
  ' folded: x',
  'no colon',
  'a\0b: c',
  `long: ${'x'.repeat(140_000)}`,
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 13',
  'expect: 100-continue',
  'connection: close',
]
const ENDS = [
  '',
  'hello',
  '{"a":1}',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\nhello',
  '5\r\nhel',
  '0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n',
  '--x\r\ncontent-disposition: form-data; name="formData"; filename="a.zip"\r\n\r\nPK',
  '\u0016\u0003\u0001',
]

/** Makes raw bytes for a connection: invalid headers, truncated or endless bodies. */
export const bytes: InputGenerator = (random) => {
  const heads = Array.from({ length: random.int(5) }, () => random.pick(HEAD_LINES))
  const text = `${[random.pick(LINES), ...heads].join('\r\n')}\r\n\r\n${random.pick(ENDS)}`
  const raw = Buffer.from(random.chance(0.3) ? mutateText(random, text) : text, 'latin1')
  return { method: '', path: '', headers: {}, raw }
}
