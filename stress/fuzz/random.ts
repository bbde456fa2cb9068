/** Pseudo-random numbers, reproducible by seed. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  float(): number
  /** An integer from 0 inclusive to `below` exclusive. */
  int(below: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** An item of a non-empty list. */
  pick<Item>(list: readonly Item[]): Item
}

/** Mulberry32 over a 32-bit state. */
function numbers(state: number): () => number {
  let at = state
  return () => {
    at = (at + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the generator of the nth input of a seed, independent of other inputs. */
export function randomOf(seed: number, nth: number): Random {
  const next = numbers(Math.imul(seed + 1, 0x9e_37_79_b1) ^ Math.imul(nth + 1, 0x85_eb_ca_6b))
  // The first numbers of adjacent states are similar.
  for (let skip = 0; skip < 4; skip++) next()
  const int = (below: number) => Math.floor(next() * below)
  return {
    float: next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(list.length)] as (typeof list)[number],
  }
}
