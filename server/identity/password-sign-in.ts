import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { LdapDirectorySettings } from '#server/base/ldap-settings.ts'
import type { Log } from '#server/base/log.ts'
import { type Credentials, signIn, type SignInRequest } from '#server/security/sign-in.ts'
import { signInExternal } from './external-sign-in.ts'
import type { ExternalUser } from './external-user.ts'
import { LdapDirectory } from './ldap-directory.ts'

/** The dependencies of a sign-in with a name and a password. */
interface PasswordSigningIn extends SignInRequest {
  readonly log: Log
  readonly config: { readonly directories: readonly LdapDirectorySettings[] }
}

/** A user who has given a password, and the directory that checked it. */
interface PasswordUser {
  readonly user: User
  readonly directory: LdapDirectorySettings | undefined
}

/**
 * Signs in by a password of Facet, or by one of the directories in their order if no user of the name has a password here.
 * A password of Facet is never sent to a directory of a user whose name is known. Throws like `signIn`, and the errors of
 * a sign-in at an identity provider.
 */
export async function signInByPassword(context: PasswordSigningIn, credentials: Credentials): Promise<PasswordUser> {
  let directory: LdapDirectorySettings | undefined
  const { directories } = context.config
  const external = async ({ username, password }: Credentials) => {
    const found = await findInDirectories(context, directories, username, password)
    if (!found) return undefined
    directory = found.directory
    return signInExternal(context, found.directory, found.external)
  }
  const user = await signIn(context, credentials, directories.length === 0 ? undefined : external)
  if (user.is_service) throw new ApiError('not-signed-in')
  return { user, directory }
}

/** A directory that does not respond is skipped; if no other one knows the user, its error is thrown. */
async function findInDirectories(
  { log }: PasswordSigningIn,
  directories: readonly LdapDirectorySettings[],
  username: string,
  password: string,
): Promise<{ readonly directory: LdapDirectorySettings; readonly external: ExternalUser } | undefined> {
  let unavailable: ApiError | undefined
  for (const directory of directories) {
    try {
      const external = await new LdapDirectory(directory).authenticate(username, password)
      if (external) return { directory, external }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const cause = error.cause instanceof Error ? error.cause.message : undefined
      log.warn('A sign-in at a directory failed', { provider: directory.name, error: error.message, cause })
      if (error.code !== 'provider-unavailable') throw error
      unavailable = error
    }
  }
  if (unavailable) throw unavailable
  return undefined
}
