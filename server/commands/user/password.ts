import { changePassword, requireOwnPassword, requireSignInUser } from '#server/security/accounts.ts'
import { userNamed } from '#server/security/user-registration.ts'
import type { Command } from '../command.ts'
import { askPassword, passwordOptions, printGeneratedPassword } from './ask-password.ts'
import { storeLocationOf } from './store-location.ts'

export const passwordCommand: Command = {
  name: 'user password',
  takes: ['NAME'],
  meaning: 'Sets a new password and ends the sessions, bearer tokens and sign-in links of the user',
  options: passwordOptions,
  async run(call) {
    const dependencies = { store: call.store, now: call.now, config: call.settings }
    const user = await userNamed(call.store, call.names[0] ?? '')
    requireSignInUser(user)
    requireOwnPassword(dependencies, user)
    const password = await askPassword(call, user.username)
    await changePassword(dependencies, user, password, null)
    call.terminal.printMessage(
      `${user.username} has a new password and is signed out everywhere, in ${storeLocationOf(call.settings)}.`,
    )
    printGeneratedPassword(call, password)
  },
}
