import { removeSecondFactor } from '#server/identity/second-factor.ts'
import { userNamed } from '#server/security/user-registration.ts'
import { type Command, CommandError } from '../command.ts'
import { storeLocationOf } from './store-location.ts'

/** `facet user reset-second-factor`: for a user who has lost the app and the recovery codes. */
export const resetSecondFactorCommand: Command = {
  name: 'user reset-second-factor',
  takes: ['NAME'],
  meaning: 'Removes the second factor of a user and their recovery codes',
  options: {},
  async run(call) {
    const [username = ''] = call.names
    const user = await userNamed(call.store, username)
    if (!(await removeSecondFactor(call, user.id, null))) throw new CommandError(`${username} has no second factor.`)
    call.terminal.printMessage(
      `${username} signs in without a second factor now, in ${storeLocationOf(call.settings)}.`,
    )
  },
}
