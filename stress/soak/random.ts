/** Pseudo-random numbers, reproducible by seed. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number
  /** An integer from 0 inclusive to `below` exclusive. */
  below(below: number): number
  pick<T>(from: readonly T[]): T
  /** Returns an independent generator for a part of the work, unaffected by the use of others. */
  fork(name: string): Random
}

/** Mulberry32, which has a period of 2^32. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    next,
    below,
    pick: (from) => {
      if (from.length === 0) throw new Error('Nothing to pick from')
      return from[below(from.length)] as (typeof from)[number]
    },
    fork: (name) => {
      let hash = seed
      for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
      return makeRandom(hash)
    },
  }
}
