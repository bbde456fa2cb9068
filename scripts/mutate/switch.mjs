import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The switch that faults in the sources read. Every process and thread that loads such sources reads the
 * order of the run from the folder of the copy.
 * @typedef {{ fault?: string, limit: number, drawn: string[] }} Order
 *   fault: the one that is on; limit: how often it may be met before it counts as endless; drawn: those of which is
 *   wanted who runs through them
 */

// Uses paths: in DOM tests `URL` is that of the document, which the file system does not accept.
const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.mutate')
const orderFile = join(folder, 'order.json')
/** @type {Order} */
const order = existsSync(orderFile) ? JSON.parse(readFileSync(orderFile, 'utf8')) : { limit: 0, drawn: [] }
const drawnMutants = new Set(order.drawn)

/** @typedef {Record<string, number>} Hits how often each fault was run through */

/** @type {Hits} */
let hits = {}
let metCount = 0
/** Tests collect their hits themselves; other processes write them to disk. */
let inTest = false

/**
 * @param {string} fault
 * @returns {boolean}
 */
export function isMutantOn(fault) {
  if (fault !== order.fault) return false
  if (inTest && ++metCount > order.limit) throw new Error('A fault makes an endless loop')
  return true
}

/**
 * @param {string} file with the marker at its end
 * @param {readonly string[]} ids
 */
export function recordHit(file, ids) {
  if (drawnMutants.size === 0) return
  for (const id of ids) {
    const fault = file + id
    if (!drawnMutants.has(fault)) continue
    if (!inTest && !hits[fault]) appendFileSync(join(folder, 'elsewhere'), `${process.pid} ${process.ppid} ${fault}\n`)
    hits[fault] = (hits[fault] ?? 0) + 1
  }
}

/**
 * @returns {Hits} since the last call
 */
export function takeHits() {
  inTest = true
  const taken = hits
  hits = {}
  return taken
}
