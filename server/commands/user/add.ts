import { addUser, checkNewUser } from '#server/security/roster.ts'
import type { Command } from '../command.ts'
import { askPassword, passwordOptions, tellGenerated } from './ask-password.ts'
import { placeOf } from './user-place.ts'

export const addUserCommand: Command = {
  name: 'user add',
  takes: ['NAME'],
  meaning: 'Adds a user; the password is asked for unless an option says otherwise',
  options: {
    role: { value: 'ROLE', isMany: true, meaning: 'A role of the user, such as Gamma, Alpha or Admin; at least one' },
    email: { value: 'ADDRESS', meaning: 'E-mail address, by which the user can sign in too' },
    first: { value: 'TEXT', meaning: 'First name; the user name when it is not given' },
    last: { value: 'TEXT', meaning: 'Last name' },
    ...passwordOptions,
  },
  async run(call) {
    const [username = ''] = call.names
    const roles = [...new Set(call.texts('role'))]
    const email = call.text('email')
    const user = {
      username,
      email,
      roles,
      firstName: call.text('first') ?? username,
      lastName: call.text('last') ?? '',
    }
    await checkNewUser(call.store, user)
    const password = await askPassword(call, username)
    await addUser(call.store, user, password)
    call.terminal.tell(`Added ${username} with ${roles.join(', ')}, in ${placeOf(call.settings)}.`)
    tellGenerated(call, password)
  },
}
