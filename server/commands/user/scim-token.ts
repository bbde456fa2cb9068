import { createToken, tokenHash } from '#server/security/sessions.ts'
import type { Command } from '../command.ts'

/** `facet user scim-token`: a new token of a SCIM client. */
export const scimTokenCommand: Command = {
  name: 'user scim-token',
  takes: [],
  meaning: 'Creates a token for the SCIM client of an identity provider; changes nothing',
  options: {},
  isOffline: true,
  async run({ terminal }) {
    const token = createToken()
    terminal.printMessage(`Token, for the identity provider: ${token}`)
    terminal.printMessage(`Its hash, for scim.token_hashes of FACET_IDENTITY_PROVIDERS: ${tokenHash(token)}`)
  },
}
