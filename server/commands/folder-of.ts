import { resolve } from 'node:path'
import type { CommandCall } from './command.ts'

/**
 * Returns the folder argument, resolved against the directory of the user: npm runs scripts in the folder of the
 * project.
 */
export function folderOf({ names }: Pick<CommandCall, 'names'>): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), names[0] ?? '')
}
