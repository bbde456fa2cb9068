/** Returns a name for the visibility flag of row-level security rules that no column has. */
export function flagName(columns: readonly string[]): string {
  const used = new Set(columns.map((name) => name.toLowerCase()))
  let name = '__visible'
  while (used.has(name)) name += '_'
  return name
}
