import { describe, expect, it } from 'vitest'
import { actors } from './actors/index.ts'
import { report } from './report.ts'
import { Soak } from './soak.ts'
import { openWorld } from './world.ts'

/** Half of the minute for each store. */
const SECONDS = 30
const SEED = 20_261_122

describe.each(['sqlite', 'postgres'] as const)('everybody at once, with %s as the store', (kind) => {
  it('no write is lost, no answer is of somebody else, every refusal has a name and everything is answered', async () => {
    const world = await openWorld(kind)
    const soak = new Soak(world, actors)
    try {
      await soak.run({ seconds: SECONDS, seed: SEED })
    } finally {
      soak.end()
      await world.close()
    }
    expect(soak.record.faults, report(kind, soak.record)).toEqual([])
    expect(soak.record.of('killer').answered).toBeGreaterThan(0)
    expect(soak.record.of('jumper').answered).toBeGreaterThan(0)
    if (kind === 'postgres') expect(soak.record.of('restarter').answered).toBeGreaterThan(0)
  }, 300_000)
})
