import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { onBothEngines } from '#testing/stores.ts'
import { runCommand } from '../run.ts'

onBothEngines('the reset of a second factor', (fixture) => {
  async function reset() {
    const settings = readSettings({}, tmpdir())
    if ('problems' in settings) throw new Error(settings.problems.join())
    const lines: string[] = []
    const tell = (line: string) => void lines.push(line)
    const terminal = { print: tell, tell, isPerson: false, askHidden: async () => '', readAll: async () => '' }
    const openStore = async () => ({ ...fixture().store, close: async () => {} })
    const code = await runCommand(['user', 'reset-second-factor', 'ada'], { terminal, now: () => 5, settings, openStore })
    return { code, line: lines[0] }
  }

  it('removes the second factor and the recovery codes, once', async () => {
    const { store } = fixture()
    const { id } = await store.users.create({ username: 'ada', first_name: '', last_name: '', roles: [] }, null)
    const { secondFactors } = store
    await secondFactors.begin(id, 'an encrypted secret')
    await secondFactors.confirm(id)
    await secondFactors.setRecoveryCodes(id, ['one', 'other'])
    expect([await secondFactors.acceptStep(id, 7), await secondFactors.acceptStep(id, 7)]).toEqual([true, false])
    expect([await secondFactors.acceptStep(id, 6), await secondFactors.acceptStep(id, 8)]).toEqual([false, true])
    expect([await secondFactors.useRecoveryCode(id, 'one'), await secondFactors.useRecoveryCode(id, 'one')]).toEqual([
      true,
      false,
    ])
    expect(await reset()).toMatchObject({ code: 0, line: expect.stringMatching(/^ada signs in without a second factor/) })
    expect([await secondFactors.ofUser(id), await secondFactors.recoveryCodes(id)]).toEqual([undefined, 0])
    expect(await reset()).toMatchObject({ line: 'ada has no second factor.' })
  })
})
