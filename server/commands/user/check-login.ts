import { readFileSync } from 'node:fs'
import { isObject } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { LdapDirectorySettings } from '#server/base/ldap-settings.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import { type ExternalUser, externalUserOf } from '#server/identity/external-user.ts'
import { samlUser } from '#server/identity/saml-assertion.ts'
import { LdapDirectory } from '#server/identity/ldap-directory.ts'
import { proxyUserOf } from '#server/identity/proxy-user.ts'
import { planSignIn, type SignInPlan } from '#server/identity/sign-in-plan.ts'
import { type CommandCall, type Command, CommandError } from '../command.ts'

/** `facet user check-login`: a dry run of a sign-in at an identity provider. */
export const checkLoginCommand: Command = {
  name: 'user check-login',
  takes: ['PROVIDER'],
  meaning: 'Says what a user of an identity provider would get; changes nothing',
  options: {
    claims: {
      value: 'FILE',
      meaning:
        'A JSON file with the claims of the user, SAML attributes and NameID, or user, email and groups of a proxy',
    },
    user: { value: 'NAME', meaning: 'The name of the user; for an LDAP directory, which is queried' },
  },
  async run(call) {
    const provider = providerNamed(call, call.names[0] ?? '')
    const external = await describedUser(call, provider)
    const plan = await planSignIn(call.store, provider, external)
    for (const line of linesOf(plan, external.username)) call.terminal.printMessage(line)
  },
}

/** Returns the identity provider or directory of the settings with a name. Throws `provider-unknown`. */
export function providerNamed({ settings }: CommandCall, name: string) {
  const { identityProviders, samlProviders, directories, signInProxy } = settings
  const all = [...identityProviders, ...samlProviders, ...directories, ...(signInProxy ? [signInProxy] : [])]
  const provider = all.find((each) => each.name === name)
  if (!provider) throw new ApiError('provider-unknown', { args: [name] })
  return provider
}

function describedUser(
  call: CommandCall,
  provider: ReturnType<typeof providerNamed>,
): ExternalUser | Promise<ExternalUser> {
  if (provider.type === 'ldap') return userOfDirectory(call, provider)
  const claims = readClaims(call.text('claims'))
  if (provider.type === 'oidc') return externalUserOf(provider, claims)
  if (provider.type === 'saml') return userOfAttributes(provider, claims)
  const { userHeader, emailHeader = '', groupsHeader = '' } = provider
  // Header bytes are UTF-8, which Node decodes as Latin-1.
  const values = (name: string) => Buffer.from([claims[name] ?? []].flat().map(String).join(',')).toString('latin1')
  const headers = { [userHeader]: values('user'), [emailHeader]: values('email'), [groupsHeader]: values('groups') }
  const user = proxyUserOf(provider, headers)
  if (!user) throw new CommandError('The file of the claims needs the name of a user as "user".')
  return user
}

function userOfAttributes(provider: SamlProvider, claims: Readonly<Record<string, unknown>>): ExternalUser {
  const { NameID: subject } = claims
  if (typeof subject !== 'string') throw new CommandError('The file of the claims needs a text "NameID".')
  return samlUser(provider, subject, (name) => [claims[name] ?? []].flat().map(String))
}

/** A directory without a service account is queried as the user, whose password is typed. */
async function userOfDirectory(
  { terminal, text }: CommandCall,
  directory: LdapDirectorySettings,
): Promise<ExternalUser> {
  const username = text('user')
  if (username === undefined) throw new CommandError('Give the name of a user of the directory: --user NAME.')
  const protocol = new LdapDirectory(directory)
  const external =
    directory.user_dn === undefined
      ? await protocol.find(username)
      : await protocol.authenticate(username, await terminal.promptHidden(`Password of ${username}: `))
  if (!external) throw new CommandError(`The directory has no user ${username}, or rejects the password.`)
  return external
}

function readClaims(file: string | undefined): Readonly<Record<string, unknown>> {
  if (file === undefined) throw new CommandError('Give the claims of a user: --claims FILE.')
  let claims: unknown
  try {
    claims = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`The claims cannot be read from ${file}: ${(error as Error).message}`)
  }
  if (!isObject(claims)) throw new CommandError(`${file} does not contain a JSON object.`)
  return claims
}

function linesOf({ user, identity, roles, groups, unknownRoles, changes }: SignInPlan, username: string): string[] {
  const named = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}`]
  const first = user
    ? `Signs in as ${user.username}${identity ? '' : ', and links the account by its e-mail address'}.`
    : `Creates the user ${username}.`
  return [
    first,
    ...named('Roles to add', roles.add),
    ...named('Roles to remove', roles.remove),
    ...named('Groups to add', groups.add),
    ...named('Groups to remove', groups.remove),
    ...named('Properties to change', Object.keys(changes)),
    ...named('Roles that do not exist', unknownRoles),
  ]
}
