import { setActive } from '#server/security/user-registration.ts'
import type { CommandCall, Command } from '../command.ts'
import { storeLocationOf } from './store-location.ts'

const accountDependencies = ({ store, now, settings }: CommandCall) => ({ store, now, config: settings })

export const deactivateUser: Command = {
  name: 'user deactivate',
  takes: ['NAME'],
  meaning: 'Deactivates a user and ends their sessions, bearer tokens and sign-in links',
  options: {},
  async run(call) {
    const [username = ''] = call.names
    await setActive(accountDependencies(call), username, false)
    call.terminal.printMessage(`${username} can no longer sign in, in ${storeLocationOf(call.settings)}.`)
  },
}

export const activateUser: Command = {
  name: 'user activate',
  takes: ['NAME'],
  meaning: 'Activates a user again, with the previous password',
  options: {},
  async run(call) {
    const [username = ''] = call.names
    await setActive(accountDependencies(call), username, true)
    call.terminal.printMessage(`${username} can sign in again, in ${storeLocationOf(call.settings)}.`)
  },
}
