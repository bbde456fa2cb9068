/** Asks whether a permission is among those that a resource's `_info` answers; what is not known yet is taken to be there. */
export function hasPerm(permissions: readonly string[] | undefined): (name: string) => boolean {
  return (name) => permissions === undefined || permissions.includes(name)
}
