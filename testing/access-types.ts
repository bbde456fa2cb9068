import type { Store } from '#server/store/store.ts'

let count = 0

const newUserFields = () => ({ username: `person ${++count}`, first_name: 'Kim', last_name: 'Example' })

/** Returns what the contract test sends to the resources of users, roles and folders. */
export function accessTypes(stored: () => Store) {
  const badUser = { username: 1, first_name: '', last_name: '', roles: 'all' }
  return {
    'security/users': {
      make: () => stored().users.create(newUserFields(), null),
      title: 'username',
      closed: true as const,
      create: async () => ({ ...newUserFields(), roles: [1] }),
      update: { last_name: 'Changed' },
      misshapen: [badUser, 400, 'roles'] as const,
      filter: ['username', async ({ id }: { id: number }) => (await stored().users.get(id))?.username ?? ''] as const,
    },
    'security/roles': {
      make: () => stored().roles.create({ name: `Team ${++count}` }, null),
      title: 'name',
      closed: true as const,
      create: async () => ({ name: `Team ${++count}` }),
      update: { permissions: [['can_read', 'Chart']] },
      misshapen: [{ name: 1, permissions: 'all' }, 400, 'permissions'] as const,
      filter: ['name', async ({ id }: { id: number }) => (await stored().roles.get(id))?.name ?? ''] as const,
    },
    /** Users see their own folders only. */
    folder: {
      make: () => stored().folders.create({ name: `Folder ${++count}` }, null),
      title: 'name',
      denied: 404 as const,
      create: async () => ({ name: `Folder ${++count}` }),
      update: { name: 'Changed' },
      misshapen: [{ name: 1 }, 400, 'name'] as const,
      filter: ['name', async ({ id }: { id: number }) => (await stored().folders.get(id))?.name ?? ''] as const,
    },
    'security/groups': {
      make: () => stored().groups.create({ name: `Group ${++count}` }, null),
      title: 'name',
      closed: true as const,
      create: async () => ({ name: `Group ${++count}` }),
      update: { label: 'Changed' },
      misshapen: [{ name: 1, roles: 'all' }, 400, 'roles'] as const,
      filter: ['name', async ({ id }: { id: number }) => (await stored().groups.get(id))?.name ?? ''] as const,
    },
  }
}
