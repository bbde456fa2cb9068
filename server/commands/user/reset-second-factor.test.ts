import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { onBothEngines } from '#testing/stores.ts'
import { runCommand } from '../run-command.ts'

onBothEngines('the reset of a second factor', (fixture) => {
  async function reset() {
    const settings = readSettings({}, tmpdir())
    if ('problems' in settings) throw new Error(settings.problems.join())
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const terminal = {
      print,
      printMessage: print,
      isPerson: false,
      promptHidden: async () => '',
      readAll: async () => '',
    }
    const openStore = async () => ({ ...fixture().store, close: async () => {} })
    const code = await runCommand(['user', 'reset-second-factor', 'ada'], {
      terminal,
      now: () => 5,
      settings,
      openStore,
    })
    return { code, line: lines[0] }
  }

  it('removes the second factor and the recovery codes, once', async () => {
    const { store } = fixture()
    const { id } = await store.users.create({ username: 'ada', first_name: '', last_name: '', roles: [] }, null)
    const { secondFactors } = store
    const factor = { user_id: id, secret: 'an encrypted secret' }
    const added = [factor, { ...factor, secret: 'another' }].map((each) => secondFactors.add({ ...each, last_step: 5 }))
    expect(await Promise.all(added)).toEqual([true, false])
    await secondFactors.setRecoveryCodes(id, ['one', 'other'])
    const accept = (step: number, secret = factor.secret) => secondFactors.acceptStep({ ...factor, secret }, step)
    expect([await accept(5), await accept(7), await accept(7)]).toEqual([false, true, false])
    expect([await accept(6), await accept(8), await accept(9, 'a replaced secret')]).toEqual([false, true, false])
    expect([await secondFactors.useRecoveryCode(id, 'one'), await secondFactors.useRecoveryCode(id, 'one')]).toEqual([
      true,
      false,
    ])
    await store.sessions.create({ id: 'a session', user_id: id, csrf_secret: 'x', expires_at: Date.now() + 1e9 })
    expect(await reset()).toMatchObject({
      code: 0,
      line: expect.stringMatching(/^ada signs in without a second factor/),
    })
    expect([await secondFactors.ofUser(id), await secondFactors.recoveryCodes(id)]).toEqual([undefined, 0])
    expect(await store.sessions.ofUser(id, 5)).toEqual([])
    expect(await reset()).toMatchObject({ line: 'ada has no second factor.' })
  })

  it('sessions of users without a second factor end, except of a trusted provider', async () => {
    const { store } = fixture()
    const names = { first_name: '', last_name: '', roles: [] }
    const [one, two] = [
      await store.users.create({ username: 'one', ...names }, null),
      await store.users.create({ username: 'two', ...names }, null),
    ]
    const session = { csrf_secret: 'x', expires_at: Date.now() + 1e9 }
    await store.sessions.create({ ...session, id: 'by password', user_id: one.id })
    await store.sessions.create({ ...session, id: 'by okta', user_id: one.id, provider: 'okta' })
    await store.sessions.create({ ...session, id: 'by google', user_id: one.id, provider: 'google' })
    await store.sessions.create({ ...session, id: 'with factor', user_id: two.id })
    await store.secondFactors.add({ user_id: two.id, secret: 'secret', last_step: 1 })
    expect(await store.secondFactors.endOtherSessions(['okta'])).toBe(2)
    expect((await store.sessions.ofUser(one.id, 5)).map(({ id }) => id)).toEqual(['by okta'])
    expect(await store.sessions.ofUser(two.id, 5)).toHaveLength(1)
    expect(await store.secondFactors.endOtherSessions([])).toBe(1)
  })
})
