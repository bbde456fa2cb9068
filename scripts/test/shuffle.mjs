/**
 * Returns the items in a pseudo-random order by seed (Fisher-Yates with the generator of Numerical Recipes).
 * @template T
 * @param {readonly T[]} items
 * @param {number} seed
 * @returns {T[]}
 */
export function shuffle(items, seed) {
  const order = [...items]
  let state = seed >>> 0
  for (let last = order.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (last + 1))
    const held = /** @type {T} */ (order[last])
    order[last] = /** @type {T} */ (order[other])
    order[other] = held
  }
  return order
}
