import { addUser, checkNewUser } from '#server/security/user-registration.ts'
import { type Command, UsageError } from '../command.ts'
import { askPassword, passwordOptions, printGeneratedPassword } from './ask-password.ts'
import { storeLocationOf } from './store-location.ts'

export const addUserCommand: Command = {
  name: 'user add',
  takes: ['NAME'],
  meaning: 'Adds a user; prompts for the password unless an option is given',
  options: {
    role: { value: 'ROLE', isMany: true, meaning: 'A role of the user, such as Gamma, Alpha or Admin; at least one' },
    email: { value: 'ADDRESS', meaning: 'E-mail address, with which the user can also sign in' },
    first: { value: 'TEXT', meaning: 'First name; the user name by default' },
    last: { value: 'TEXT', meaning: 'Last name' },
    service: { meaning: 'Adds a service account: it has no password and cannot sign in, only API tokens' },
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
      isService: call.has('service'),
    }
    if (user.isService && Object.keys(passwordOptions).some(call.has))
      throw new UsageError('A service account has no password: leave the options of the password out.')
    await checkNewUser(call.store, user)
    const password = user.isService ? undefined : await askPassword(call, username)
    await addUser(call.store, user, password)
    const accountPrefix = user.isService ? 'the service account ' : ''
    call.terminal.printMessage(
      `Added ${accountPrefix}${username} with ${roles.join(', ')}, in ${storeLocationOf(call.settings)}.`,
    )
    if (password !== undefined) printGeneratedPassword(call, password)
  },
}
