import { changeRoles } from '#server/security/user-registration.ts'
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
    const { own, byGroups } = await changeRoles(call.store, username, { add, remove })
    const has = own.length === 0 ? 'no role of their own now' : `the roles ${own.join(', ')} now`
    const nothing = own.length === 0 ? ', and no permissions' : ''
    const others = byGroups.length === 0 ? nothing : `, and by groups the roles ${byGroups.join(', ')}`
    call.terminal.printMessage(`${username} has ${has}${others}, in ${storeLocationOf(call.settings)}.`)
  },
}
