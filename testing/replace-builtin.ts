import { syncBuiltinESMExports } from 'node:module'

/**
 * Replaces functions of a built-in module of Node for all its importers in this process. `module` is its default
 * export. Returns a function that restores the originals.
 */
export function replaceBuiltin<T extends object>(module: T, replacements: Partial<T>): () => void {
  const originals = Object.fromEntries(
    Object.keys(replacements).map((name) => [name, module[name as keyof T]]),
  ) as Partial<T>
  const assign = (functions: Partial<T>) => {
    Object.assign(module, functions)
    syncBuiltinESMExports()
  }
  assign(replacements)
  return () => assign(originals)
}
