/**
 * Returns a function that checks a permission of a resource's `_info`; permissions count as granted until they have
 * loaded.
 */
export function hasPerm(permissions: readonly string[] | undefined): (name: string) => boolean {
  return (name) => permissions === undefined || permissions.includes(name)
}
