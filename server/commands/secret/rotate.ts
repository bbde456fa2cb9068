import { completeConfig, projectRoot } from '#server/home.ts'
import { countsByTable, rotateSecrets, secretStates, unreadableSecrets } from '#server/security/rotate-secrets.ts'
import { type Command, CommandError } from '../command.ts'
import { storeLocationOf } from '../user/store-location.ts'

/** `facet secret rotate`: after a new secret key was set, with the previous one in FACET_SECRET_KEY_PREVIOUS. */
export const rotateSecretCommand: Command = {
  name: 'secret rotate',
  takes: [],
  meaning: 'Encrypts stored secrets with FACET_SECRET_KEY that only a key in FACET_SECRET_KEY_PREVIOUS decrypts',
  options: {
    'dry-run': { meaning: 'Count the secrets without changing them' },
    'replace-mask-key': {
      meaning: 'Replace the key of hashed columns with a random one, which changes their values',
    },
  },
  async run({ settings, store, terminal, has }) {
    const { secretKey } = completeConfig(settings, projectRoot(import.meta.filename))
    const isDryRun = has('dry-run')
    const { current, previous, unreadable, ...rest } = isDryRun
      ? { ...(await secretStates(store, secretKey)), replaced: 0 }
      : await rotateSecrets(store, secretKey, { replaceMaskKey: has('replace-mask-key') })
    const where = storeLocationOf(settings)
    const of = (secrets: typeof current) =>
      secrets.length === 0 ? '0' : `${secrets.length} (${countsByTable(secrets)})`
    terminal.print(`Encrypted with the current key: ${of(current)}`)
    terminal.print(`Encrypted with a previous key: ${of(previous)}`)
    terminal.print(`Encrypted with another key: ${of(unreadable)}`)
    if (isDryRun) terminal.printMessage(`Nothing was changed in ${where}.`)
    else terminal.printMessage(`${rest.replaced} secrets were encrypted with the current key in ${where}.`)
    const changed = isDryRun ? 0 : previous.length - rest.replaced
    if (changed > 0) throw new CommandError(`${changed} secrets were changed meanwhile. Run the command again.`)
    const remaining = has('replace-mask-key') ? unreadable.filter(({ table }) => table !== 'settings') : unreadable
    if (remaining.length > 0) throw new CommandError(unreadableSecrets(remaining))
  },
}
