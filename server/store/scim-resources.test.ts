import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'

const ISSUER = 'https://id.example.org'
const PAGE = { offset: 0, limit: 9 }

onBothEngines('users and groups of SCIM', (fixture) => {
  const draft = (type: 'User' | 'Group', name: string, externalId: string | null) =>
    ({ issuer: ISSUER, type, name, external_id: externalId, body_json: '{}' }) as const

  async function linkedUser(name: string) {
    const { users, externalIdentities, scimResources } = fixture().store
    const user = await users.create({ username: name, first_name: name, last_name: '', roles: [] }, null)
    await externalIdentities.link(user.id, 'okta', { issuer: ISSUER, subject: `id of ${name}` })
    return { user, id: await scimResources.create(draft('User', name, `id of ${name}`)) }
  }

  it('lists users with a link to a user that exists, by name, id and state', async () => {
    const { users, externalIdentities, scimResources } = fixture().store
    const [ada, kit] = [await linkedUser('Ada'), await linkedUser('Kit')]
    await scimResources.create(draft('User', 'unlinked', 'nobody'))
    const all = { issuer: ISSUER, type: 'User' } as const
    const ids = async (more: object) => (await scimResources.list({ ...all, ...more }, PAGE)).map(({ id }) => id)
    expect(await ids({})).toEqual([ada.id, kit.id])
    expect(await ids({ name: 'ADA' })).toEqual([ada.id])
    expect(await ids({ externalId: 'id of Kit' })).toEqual([kit.id])
    expect(await ids({ externalId: 'ID of Kit' })).toEqual([])
    expect(await ids({ ids: [kit.id] })).toEqual([kit.id])
    expect(await ids({ issuer: 'https://other.example.org' })).toEqual([])
    expect((await scimResources.list(all, { offset: 1, limit: 1 })).map(({ id }) => id)).toEqual([kit.id])
    await users.update(ada.user.id, { active: false }, null)
    expect((await scimResources.list(all, PAGE)).map(({ active }) => active)).toEqual([false, true])
    await externalIdentities.unlink(kit.user.id, ISSUER)
    await scimResources.update(ada.id, { deleted_on: 1 })
    expect([await ids({}), await scimResources.count(all)]).toEqual([[], 0])
    expect(await scimResources.byExternalId(ISSUER, 'User', 'id of Ada')).toMatchObject({ id: ada.id, deleted_on: 1 })
  })

  it('lists the members of groups, and the groups of members', async () => {
    const { scimResources } = fixture().store
    const [one, two] = [await linkedUser('one'), await linkedUser('two')]
    const group = await scimResources.create(draft('Group', 'Analysts', null))
    await scimResources.changeMembers(group, [one.id, two.id], [])
    await scimResources.changeMembers(group, [one.id], [])
    expect(await scimResources.members(group)).toEqual([
      { id: one.id, name: 'one' },
      { id: two.id, name: 'two' },
    ])
    await scimResources.changeMembers(group, [], [two.id])
    expect([...(await scimResources.groupsOf([one.id, two.id]))]).toEqual([[one.id, [{ id: group, name: 'Analysts' }]]])
    const names = (subject: string) => scimResources.groupNames({ issuer: ISSUER, subject })
    expect([await names('id of one'), await names('id of two')]).toEqual([['Analysts'], []])
    await scimResources.remove(group)
    expect([await names('id of one'), (await scimResources.groupsOf([one.id])).size]).toEqual([[], 0])
  })
})
