import { readFileSync } from 'node:fs'
import { isObject } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { externalUserOf } from '#server/identity/external-user.ts'
import { planSignIn, type SignInPlan } from '#server/identity/sign-in-plan.ts'
import { type Call, type Command, CommandError } from '../command.ts'

/** `facet user check-login`: a dry run of a sign-in at an identity provider. */
export const checkLoginCommand: Command = {
  name: 'user check-login',
  takes: ['PROVIDER'],
  meaning: 'Says what a user of an identity provider would get; changes nothing',
  options: { claims: { value: 'FILE', meaning: 'A JSON file with the claims of the user' } },
  async run(call) {
    const provider = providerNamed(call, call.names[0] ?? '')
    const external = externalUserOf(provider, readClaims(call.text('claims')))
    const plan = await planSignIn(call.store, provider, external)
    for (const line of linesOf(plan, external.username)) call.terminal.tell(line)
  },
}

/** Returns the identity provider of the settings with a name. Throws `provider-unknown`. */
export function providerNamed({ settings }: Call, name: string) {
  const provider = settings.identityProviders.find((each) => each.name === name)
  if (!provider) throw new ApiError('provider-unknown', { args: [name] })
  return provider
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
