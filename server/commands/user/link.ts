import { ApiError } from '#core/rest/api-error.ts'
import { requireSignInUser } from '#server/security/accounts.ts'
import { removeSessions } from '#server/security/view-as.ts'
import { userNamed } from '#server/security/user-registration.ts'
import { type Command, CommandError } from '../command.ts'
import { providerNamed } from './check-login.ts'

/** `facet user link`: links a user to an account at an identity provider. */
export const linkCommand: Command = {
  name: 'user link',
  takes: ['NAME', 'PROVIDER'],
  meaning: 'Links a user to an account at an identity provider, or removes the link',
  options: {
    subject: { value: 'SUBJECT', meaning: 'The account: the claim sub of the provider' },
    remove: { meaning: 'Removes the links of the user to the provider, and ends the sessions of the user' },
  },
  async run(call) {
    const [username = '', name = ''] = call.names
    const { issuer } = providerNamed(call, name)
    const subject = call.text('subject')
    if ((subject === undefined) !== call.has('remove')) throw new CommandError('Give either --subject or --remove.')
    const user = await userNamed(call.store, username)
    if (subject === undefined) {
      const count = await call.store.transaction(async (tx) => {
        const removed = await tx.externalIdentities.unlink(user.id, issuer)
        if (removed > 0) await removeSessions(tx, user.id, null)
        return removed
      })
      if (count === 0) throw new CommandError(`${username} has no link to ${name}.`)
      call.terminal.printMessage(`${username} has no link to ${name} now. All sessions of the user ended.`)
      return
    }
    requireSignInUser(user)
    const existing = await call.store.externalIdentities.find({ issuer, subject })
    const owner = existing && (await call.store.users.get(existing.user_id))
    if (existing && existing.user_id !== user.id)
      throw new ApiError('identity-linked', { args: [subject, owner?.username ?? existing.user_id] })
    if (!existing) await call.store.externalIdentities.link(user.id, name, { issuer, subject })
    call.terminal.printMessage(`${username} signs in as ${subject} at ${name} now.`)
  },
}
