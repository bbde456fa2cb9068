import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const REOPEN_DELAY_MS = 500
/** Addresses in the format of /proc/net: unconnected, 127.x.x.x, ::1 and ::ffff:127.x.x.x. */
const INSIDE = /^(0+|[\dA-F]{6}7F|0{24}01000000|0{16}FFFF0000[\dA-F]{6}7F)$/

/**
 * Returns an environment in which no Node process connects to another machine.
 * @param {string} root
 * @param {string} refused file for attempts
 * @returns {NodeJS.ProcessEnv}
 */
export function offline(root, refused) {
  const guard = pathToFileURL(join(root, 'scripts/test/loopback-only.mjs')).href
  const options = [process.env['NODE_OPTIONS'], `--import=${guard}`].filter(Boolean).join(' ')
  return { NODE_OPTIONS: options, FACET_TEST_REFUSED: refused }
}

/**
 * @template T
 * @param {() => T} read
 * @param {T} otherwise the result if the process has ended meanwhile
 * @returns {T}
 */
function attempt(read, otherwise) {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/**
 * @param {number} pid
 * @returns {number[]} the process and its descendants
 */
function familyOf(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = attempt(() => readFileSync(`/proc/${name}/stat`, 'utf8'), '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  /** @type {(one: number) => number[]} */
  const family = (one) => [one, ...(children.get(one) ?? []).flatMap(family)]
  return family(pid)
}

/**
 * @param {number} pid
 * @returns {string} its command line, shortened
 */
const commandOf = (pid) =>
  attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
    .replaceAll('\0', ' ')
    .trim()
    .slice(0, 160)

/**
 * @param {number} pid
 * @returns {string[]} the inodes of its sockets
 */
function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`
  return attempt(() => readdirSync(folder), [])
    .map((name) => attempt(() => readlinkSync(`${folder}/${name}`), ''))
    .flatMap((link) => link.match(/^socket:\[(\d+)\]$/)?.[1] ?? [])
}

/**
 * @param {number} pid
 * @param {RegExp} [inside] the addresses of this machine
 * @returns {{ remote: string, command: string }[]} connections of a process and its descendants to other machines, with
 * the command of each
 */
export function connectionsOutside(pid, inside = INSIDE) {
  const outside = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    attempt(() => readFileSync(`/proc/net/${table}`, 'utf8'), '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .map(([, , remote = '', , , , , , , socket = '']) => ({ remote, socket }))
      .filter(({ remote }) => remote !== '' && !inside.test(remote.split(':')[0] ?? '')),
  )
  if (outside.length === 0) return []
  const owners = new Map(familyOf(pid).flatMap((one) => socketsOf(one).map((socket) => [socket, one])))
  return outside.flatMap(({ remote, socket }) => {
    const owner = owners.get(socket)
    return owner === undefined ? [] : [{ remote, command: commandOf(owner) }]
  })
}

/**
 * Watches the connections of this process and its descendants, including native code.
 * @returns {() => string[]} ends the watch and returns the connections
 */
export function watchConnections() {
  /** @type {Set<string>} */
  const seen = new Set()
  const look = () => {
    for (const { remote, command } of attempt(() => connectionsOutside(process.pid), []))
      seen.add(`${remote} by ${command}`)
  }
  const timer = setInterval(look, REOPEN_DELAY_MS)
  return () => {
    clearInterval(timer)
    look()
    return [...seen]
  }
}
