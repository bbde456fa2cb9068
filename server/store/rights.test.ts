import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'

const MINUTE = 60_000
let count = 0
/** Returns how many of the concurrent callers succeeded. */
const successes = (results: readonly boolean[]) => results.filter(Boolean).length
const newName = (of: string) => `${of} ${++count}`

onBothEngines('rights', (fixture) => {
  const newDatabase = async () =>
    (
      await fixture().store.databases.create(
        { database_name: newName('db'), backend: 'duckdb', sqlalchemy_uri: 'duckdb://' },
        null,
      )
    ).id
  const newDataset = (database_id: number, more: object = {}) =>
    fixture().store.datasets.create({ database_id, table_name: newName('t'), columns: [], metrics: [], ...more }, null)
  const newRole = async () => (await fixture().store.roles.create({ name: newName('role') }, null)).id
  const newBoard = (more: object = {}) =>
    fixture().store.dashboards.create({ dashboard_title: newName('board'), ...more }, null)

  it('open one request of a user for an object, which is closed once, also by concurrent callers', async () => {
    const { store, user, again } = fixture()
    const { accessRequests } = store
    const other = (await again()).accessRequests
    const [ann, owner] = [await user(newName('ann')), await user(newName('owner'))]
    const board = await newBoard({ owners: [owner.id] })
    const dataset = await newDataset(await newDatabase())
    const draft = { user_id: ann.id, dashboard_id: board.id, dataset_id: null, note: 'Please' }
    const both = await Promise.all([accessRequests.add(draft), other.add(draft), accessRequests.add(draft)])
    const ids = [...new Set(both.map(({ id }) => id))]
    const second = await accessRequests.add({ ...draft, dashboard_id: null, dataset_id: dataset.id })
    const open = async (by?: number) => (await accessRequests.open(9, by)).map(({ id }) => id)
    expect([await open(), await open(owner.id), await open(ann.id)]).toEqual([[...ids, second.id], ids, []])
    expect(ids).toHaveLength(1)
    await store.dashboards.remove([board.id], null)
    expect(await open()).toEqual([second.id])
    const closed = await Promise.all([accessRequests.close(second.id, owner.id), other.close(second.id, owner.id)])
    expect(successes(closed)).toBe(1)
    expect([await open(), await accessRequests.get(second.id)]).toEqual([[], undefined])
  })

  it('are those of a folder for its contents, which move into another one', async () => {
    const { store } = fixture()
    const { folders, dashboards, datasets } = store
    const add = async (parent_id: number | null) => (await folders.create({ name: newName('f'), parent_id }, null)).id
    const root = await add(null)
    const middle = await add(root)
    const leaf = await add(middle)
    const other = await add(null)
    expect(await folders.path(leaf)).toEqual([leaf, middle, root])
    expect(new Set(await folders.below(middle))).toEqual(new Set([middle, leaf]))
    expect(new Map(await folders.paths([middle, root]))).toEqual(
      new Map([
        [middle, [middle, root]],
        [root, [root]],
      ]),
    )
    const board = await newBoard({ folder_id: middle })
    const gone = await newBoard({ folder_id: middle })
    const dataset = await newDataset(await newDatabase(), { folder_id: middle })
    await dashboards.remove([gone.id], null)
    await store.transaction(async (tx) => {
      await tx.folders.lock()
      await tx.folders.moveContents(middle, other, null)
    })
    await dashboards.restore(gone.id, null)
    const folderIds = [
      (await dashboards.get(board.id))?.folder_id,
      (await dashboards.get(gone.id))?.folder_id,
      (await datasets.get(dataset.id))?.folder_id,
      (await folders.get(leaf))?.parent_id,
    ]
    expect(folderIds).toEqual([other, other, other, other])
    expect([await folders.path(leaf), await folders.below(middle)]).toEqual([[leaf, other], [middle]])
  })

  it('mask columns of datasets by role', async () => {
    const { columnMasks, datasets } = fixture().store
    const database = await newDatabase()
    const [one, two] = [await newDataset(database), await newDataset(database)]
    const [role, other] = [await newRole(), await newRole()]
    const mask = { column_name: 'pay', method: 'hidden', filter_type: 'Regular', roles: [role] } as const
    const base = { column_name: 'name', method: 'first', filter_type: 'Base', roles: [role, other] } as const
    await columnMasks.set(one.id, [{ ...mask, method: 'null' }])
    await columnMasks.set(one.id, [mask, { ...base, roles: [other, role] }])
    await columnMasks.set(two.id, [mask])
    expect(await columnMasks.ofDataset(one.id)).toEqual([mask, base])
    expect(await columnMasks.ofDatabase(database)).toEqual([
      { dataset_id: one.id, masks: [mask, base] },
      { dataset_id: two.id, masks: [mask] },
    ])
    expect(await columnMasks.ofRoles([other])).toEqual([{ ...base, dataset_id: one.id, table_name: one.table_name }])
    expect([await columnMasks.countOfRole(role), await columnMasks.countOfRole(other)]).toEqual([3, 1])
    await datasets.remove([two.id], null)
    expect((await columnMasks.ofDatabase(database)).map(({ dataset_id }) => dataset_id)).toEqual([one.id])
  })

  it('of a provider are recorded with the linked user', async () => {
    const { store, user } = fixture()
    const { externalIdentities } = store
    const { id } = await user(newName('linked'))
    const account = { issuer: newName('https://id'), subject: 'S-1' }
    await externalIdentities.link(id, 'okta', account)
    await expect(externalIdentities.link(id, 'okta', account)).rejects.toThrow('Another row of external_identities ha')
    const [linked] = await externalIdentities.ofUser(id)
    expect(linked).toMatchObject({ ...account, user_id: id, roles: [], last_sign_in: null })
    await externalIdentities.signedIn(linked?.id ?? 0, { provider: 'new', roles: ['Gamma'], groups: ['G'] })
    await externalIdentities.give(linked?.id ?? 0, { roles: ['Alpha'], groups: [] })
    expect(await externalIdentities.find(account)).toMatchObject({
      provider: 'new',
      roles: ['Alpha'],
      groups: [],
      last_sign_in: fixture().now,
    })
    expect([await externalIdentities.unlink(id, account.issuer), await externalIdentities.find(account)]).toEqual([
      1,
      undefined,
    ])
  })

  it('need a second factor, whose codes count once for concurrent callers', async () => {
    const { store, user, now, again } = fixture()
    const { secondFactors, sessions } = store
    const other = (await again()).secondFactors
    const [ann, bob] = [await user(newName('ann')), await user(newName('bob'))]
    const factor = { user_id: ann.id, secret: 's', last_step: 5 }
    expect([await secondFactors.add(factor), await secondFactors.add(factor)]).toEqual([true, false])
    const steps = await Promise.all([secondFactors.acceptStep(factor, 6), other.acceptStep(factor, 6)])
    expect(successes(steps)).toBe(1)
    expect(await secondFactors.acceptStep({ ...factor, secret: 'old' }, 9)).toBe(false)
    await secondFactors.setRecoveryCodes(ann.id, ['old'])
    await secondFactors.setRecoveryCodes(ann.id, ['a', 'b'])
    const used = await Promise.all([secondFactors.useRecoveryCode(ann.id, 'a'), other.useRecoveryCode(ann.id, 'a')])
    expect([successes(used), await secondFactors.recoveryCodes(ann.id)]).toEqual([1, 1])
    const names = ['ann', 'bob', 'okta', 'ldap'].map(newName)
    for (const [index, id] of names.entries())
      await sessions.create({
        id,
        user_id: index === 0 ? ann.id : bob.id,
        csrf_secret: 'c',
        expires_at: now + MINUTE,
        provider: [null, null, 'okta', 'ldap'][index] ?? null,
      })
    await secondFactors.endOtherSessions(['okta'])
    const left = await Promise.all(names.map(async (id) => (await sessions.get(id)) !== undefined))
    expect(left).toEqual([true, false, true, false])
    expect([await secondFactors.remove(ann.id), await secondFactors.remove(ann.id)]).toEqual([true, false])
    expect([await secondFactors.ofUser(ann.id), await secondFactors.recoveryCodes(ann.id)]).toEqual([undefined, 0])
  })

  it('are lent to API tokens, and to a view as another user or role', async () => {
    const { store, user, now, again } = fixture()
    const { apiTokens, sessions } = store
    const other = (await again()).sessions
    const [ann, role] = [await user(newName('ann')), await newRole()]
    const draft = { user_id: ann.id, name: 'n', prefix: 'facet_', scope: 'read', expires_at: now + MINUTE } as const
    const token = await apiTokens.create({ ...draft, token_hash: newName('hash'), role_id: role })
    const later = await apiTokens.create({ ...draft, token_hash: newName('hash'), role_id: null })
    await apiTokens.used(token.id)
    expect(await apiTokens.byHash(token.token_hash)).toEqual({ ...token, last_used_at: fixture().now })
    expect((await apiTokens.ofUser(ann.id)).map(({ id }) => id)).toEqual([later.id, token.id])
    expect(await apiTokens.valid(token.id)).toMatchObject({ id: token.id, scope: 'read', role_id: role })
    fixture().now += MINUTE
    expect(await apiTokens.valid(token.id)).toBeUndefined()
    fixture().now -= MINUTE
    expect(await apiTokens.remove(ann.id + 1, token.id)).toBeUndefined()
    expect(await apiTokens.remove(ann.id, token.id)).toMatchObject({ id: token.id, role_id: role })
    expect(await apiTokens.valid(token.id)).toBeUndefined()
    await apiTokens.deleteByUser(ann.id)
    expect(await apiTokens.ofUser(ann.id)).toEqual([])
    const id = newName('session')
    await sessions.create({ id, user_id: ann.id, csrf_secret: 'c', expires_at: now + MINUTE })
    const view = { roleId: role, from: now, until: now + MINUTE }
    expect([await sessions.startViewAs(id, view), await sessions.startViewAs(id, view)]).toEqual([true, false])
    expect(await sessions.get(id)).toMatchObject({ view_as_role_id: role, view_as_user_id: null, view_as_from: now })
    const ended = await Promise.all([sessions.endViewAs(id, now), other.endViewAs(id, now)])
    expect(successes(ended)).toBe(1)
    expect(await sessions.startViewAs(id, { ...view, from: now + 1 })).toBe(true)
    expect(await sessions.remove(id)).toMatchObject({ id, view_as_role_id: role, view_as_from: now + 1 })
  })

  it('of roles are listed with every permission, and follow a renamed view', async () => {
    const { store, user } = fixture()
    const { roles, users } = store
    const [one, two] = [await newRole(), await newRole()]
    const [from, to] = [`[db].[${newName('from')}](id:7)`, `[db].[${newName('to')}](id:7)`]
    await roles.setPairs(one, [['datasource_access', from]])
    await roles.addPairs(two, [
      ['datasource_access', from],
      ['can_read', 'Chart'],
    ])
    await roles.renameView(from, to)
    expect([...(await roles.pairsOf([one, two]))].map(([id, pairs]) => [id, pairs.length])).toEqual([
      [one, 1],
      [two, 2],
    ])
    expect(await roles.pairs(one)).toEqual([['datasource_access', to]])
    const stored = (await roles.storedPairs()).map(({ view }) => view)
    expect([stored.includes(to), stored.includes(from)]).toEqual([true, false])
    expect(await users.withRole(two)).toMatchObject({ userId: null, roleIds: [two] })
    const { id } = await user(newName('ended'))
    await store.transaction(async (tx) => {
      await tx.users.lock(id)
      await tx.users.endTokens(id, 77)
    })
    expect(await users.tokensFrom(id)).toBe(77)
    await users.update(id, { locale: 'de-DE' }, id)
    expect(await users.get(id)).toMatchObject({ locale: 'de-DE' })
  })

  it('have a log of their grants and of users, with filters', async () => {
    const { store, user } = fixture()
    const { grants, events } = store
    const [ann, board] = [await user(newName('ann')), await newBoard()]
    const { id } = await grants.create({ dashboard_id: board.id, user_id: ann.id, level: 'see' }, ann.id)
    await grants.update(id, { level: 'edit' }, ann.id)
    await grants.remove(id, ann.id)
    const changes = await grants.changes('dashboard_id', board.id, 9)
    expect(changes.map(({ event, grant }) => [event.action, grant.id])).toEqual([
      ['delete', id],
      ['update', id],
      ['create', id],
    ])
    const newest = changes[0]?.event.id ?? 0
    const page = { page: 0, pageSize: 2, actor: ann.id, type: 'grant', entityId: id } as const
    const { rows, count: found } = await events.page(page)
    expect([rows.map(({ action }) => action), found]).toEqual([['delete', 'update'], 3])
    const { now } = fixture()
    expect((await events.page({ ...page, page: 1 })).rows.map(({ action }) => action)).toEqual(['create'])
    expect((await events.page({ ...page, beforeId: newest })).count).toBe(2)
    expect((await events.page({ ...page, action: 'update', after: now - 1, before: now + 1 })).count).toBe(1)
    expect((await events.page({ ...page, after: now })).count).toBe(0)
    expect((await events.get(newest))?.action).toBe('delete')
    expect(await events.countSince(ann.id, 'update', now - 1, 9)).toBe(1)
  })

  it('find the expressions of datasets with templates', async () => {
    const { datasets } = fixture().store
    const database = await newDatabase()
    const parts = {
      columns: [
        { column_name: 'a', expression: "{{ dataset(7) }} -- 100%_'" },
        { column_name: 'b', expression: 'dataset' },
      ],
      metrics: [
        { metric_name: 'm', expression: "{{ metric('x') }}" },
        { metric_name: 'n', expression: '{{ other() }}' },
      ],
    }
    const dataset = await newDataset(database, parts)
    await newDataset(await newDatabase(), parts)
    const where = { col: 'database_id', op: 'eq', value: database } as const
    const found = (texts: readonly string[], limit = 9) => datasets.findTemplateExpressions(texts, where, limit)
    const [table, metric] = ["{{ dataset(7) }} -- 100%_'", "{{ metric('x') }}"].map((expression) => ({
      dataset_id: dataset.id,
      expression,
    }))
    expect(new Set(await found(['dataset', 'metric']))).toEqual(new Set([table, metric]))
    expect(await found(['dataset', 'metric'], 1)).toHaveLength(1)
    expect(await found(["100%_'"])).toEqual([table])
    expect(await found(['dataset%7'])).toEqual([])
  })

  it('count limits of concurrent callers together', async () => {
    const { store, again } = fixture()
    const other = (await again()).limitCounts
    const limits = [{ key: newName('key'), most: 2 }]
    const allowed = await Promise.all(
      [store.limitCounts, other, store.limitCounts].map((each) => each.allow(limits, MINUTE)),
    )
    expect(allowed.filter((each) => each !== undefined)).toHaveLength(2)
    await store.limitCounts.forgive(limits[0]?.key ?? '', 1)
    expect(await other.allow(limits, MINUTE)).toEqual([1])
  })
})
