import { changeRoles } from '#server/security/roster.ts'
import { type Command, UsageError } from '../command.ts'
import { storeLocationOf } from './store-location.ts'

export const roleCommand: Command = {
  name: 'user role',
  takes: ['NAME'],
  meaning: 'Adds and removes roles of a user, from the next request on',
  options: {
    add: { value: 'ROLE', isMany: true, meaning: 'A role to add' },
    remove: { value: 'ROLE', isMany: true, meaning: 'A role to remove' },
  },
  async run(call) {
    const [username = ''] = call.names
    const [add, remove] = [call.texts('add'), call.texts('remove')]
    if (add.length + remove.length === 0) throw new UsageError('Give --add or --remove.')
    const both = add.find((role) => remove.includes(role))
    if (both !== undefined) throw new UsageError(`${both} is in both --add and --remove.`)
    const roles = await changeRoles(call.store, username, { add, remove })
    const has = roles.length === 0 ? 'no role now, and no permissions' : `the roles ${roles.join(', ')} now`
    call.terminal.tell(`${username} has ${has}, in ${storeLocationOf(call.settings)}.`)
  },
}
