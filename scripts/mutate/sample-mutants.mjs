/**
 * Returns a generator of pseudo-random numbers in [0, 1), reproducible by seed (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
function randomOf(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} seed
 * @returns {T[]} the items in random order, reproducible by seed
 */
export function shuffle(items, seed) {
  const random = randomOf(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = /** @type {[T, T]} */ ([order[last], order[other]])
    order[last] = two
    order[other] = one
  }
  return order
}

/**
 * Samples without replacement, with equal probabilities.
 * @template T
 * @param {readonly T[]} items
 * @param {number} count maximum
 * @param {number} seed
 * @returns {T[]} in the order of the items
 */
export function drawMutants(items, count, seed) {
  const indexes = items.map((_, index) => index)
  const drawn = new Set(shuffle(indexes, seed).slice(0, count))
  return items.filter((_, index) => drawn.has(index))
}
