import { measureCpu } from './cpu.mjs'

/**
 * @typedef {import('../check/counts.mjs').Result} Result
 * @typedef {{ print: (line: string) => void }} Background how a part prints while others print to the terminal
 * @typedef {Record<string, (background?: Background) => Promise<Result[]>>} Parts by name
 */

/**
 * Runs parts one after the other, and others in the background meanwhile, which use what the first leave idle. Prints
 * the output of the background parts and the duration of each part at the end.
 * @param {Parts} parts
 * @param {Parts} [background]
 * @returns {Promise<Result[]>}
 */
export async function runParts(parts, background = {}) {
  /** @type {Result[]} */
  const results = []
  /** @type {string[]} */
  const times = []
  /** @type {string[]} */
  const lines = []
  /** @param {string} name @param {() => Promise<Result[]>} part */
  const measure = async (name, part) => {
    const start = performance.now()
    results.push(...(await part()))
    times.push(`  ${name.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s`)
  }
  const print = (/** @type {string} */ line) => void lines.push(line)
  const { cpuSeconds } = await measureCpu(async () => {
    const others = Promise.all(Object.entries(background).map(([name, part]) => measure(name, () => part({ print }))))
    // A failure is reported below, once the other parts have ended.
    others.catch(() => {})
    for (const [name, part] of Object.entries(parts)) await measure(name, part)
    await others
  })
  if (lines.length > 0) console.log(lines.join('\n'))
  console.log(`Time:\n${times.join('\n')}\n  all parts: ${cpuSeconds.toFixed(0)} s of processor time`)
  return results
}
