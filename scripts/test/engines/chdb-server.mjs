import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * ClickHouse as a library behind the parts of its HTTP interface that the driver uses. Arguments: the folder of the
 * packages, the folder of the data, the password of the user `default`. Prints its port. Ends with its parent, which
 * holds its standard input. Each request has a session of its own; queries run one after the other.
 */
const [packages = '', data = '', password = ''] = process.argv.slice(2)
const { Session } = createRequire(join(packages, 'package.json'))('chdb')
// Keeps the data open between requests.
const keeperSession = new Session(data)

/** Parameters of the interface itself; others are settings. */
const OWN = new Set(['query', 'query_id', 'session_id', 'session_timeout', 'database', 'default_format', 'role'])
/** HTTP status by error code, as the server has them; others are 500. */
const STATUS = new Map([
  [516, 403],
  [497, 403],
  [60, 404],
  [81, 404],
  [62, 400],
])

/** @param {string} text */
const quoteText = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }

/**
 * @param {string} text the value of a parameter, escaped as in the format TabSeparated
 * @returns {string | null}
 */
const unescapeParameter = (text) =>
  text === '\\N' ? null : text.replace(/\\(.)/gs, (_, each) => ESCAPES[each] ?? each)

/**
 * @param {string} text
 * @param {URLSearchParams} given
 * @returns {Promise<string>} the output
 */
async function runStatement(text, given) {
  const session = new Session(data)
  try {
    const database = given.get('database')
    if (database) session.query(`USE \`${database.replaceAll('`', '\\`')}\``)
    const settings = [...given].filter(([name]) => !OWN.has(name) && !name.startsWith('param_'))
    // All are set at once, as read-only sessions allow no further settings.
    if (settings.length > 0)
      session.query(`SET ${settings.map(([name, value]) => `${name} = ${quoteText(value)}`).join(', ')}`)
    const params = [...given].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice(6), unescapeParameter(value)]] : [],
    )
    const format = given.get('default_format') ?? 'TabSeparated'
    const result =
      params.length > 0
        ? await session.queryBindAsync(text, Object.fromEntries(params), { format })
        : await session.queryAsync(text, { format })
    return result.text()
  } finally {
    session.close()
  }
}

/** @param {string | undefined} header */
function isAllowed(header) {
  const login = Buffer.from((header ?? '').replace(/^Basic /, ''), 'base64').toString()
  return login === `default:${password}`
}

/** @type {Promise<unknown>} */
let lastRun = Promise.resolve()

const server = createServer((request, response) => {
  /** @type {(code: number, message: string) => void} */
  const fail = (code, message) => {
    response.writeHead(STATUS.get(code) ?? 500, { 'X-ClickHouse-Exception-Code': String(code) })
    response.end(message)
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
  if (pathname === '/ping') return void response.end('Ok.\n')
  if (!isAllowed(request.headers.authorization))
    return fail(516, 'Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)\n')
  let body = ''
  request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const text = `${searchParams.get('query') ?? ''}${body}`
    const result = lastRun.then(() => runStatement(text, searchParams))
    lastRun = result.catch(() => undefined)
    result.then(
      (output) => {
        response.writeHead(200, { 'X-ClickHouse-Query-Id': searchParams.get('query_id') ?? '' })
        response.end(output)
      },
      (error) => {
        const message = String(error.message).replace(/^Query failed: /, '')
        fail(Number(/Code: (\d+)/.exec(message)?.[1] ?? 0), `${message}\n`)
      },
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
process.stdin.resume().on('end', () => {
  server.close()
  keeperSession.close()
  process.exit(0)
})
