import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newPassword, secretFile } from './secret-file.ts'

/** User name of the initial admin. */
export const INITIAL_ADMIN = 'admin'

export function isInitialAdmin(username: string): boolean {
  return username === INITIAL_ADMIN
}

const fileOf = (home: string) => join(home, 'admin-password')

/** Returns the generated password of the initial admin; creates it if there is none. */
export function generatedPassword(home: string): string {
  return secretFile(fileOf(home), newPassword)
}

/** Returns the path of the file with the generated password; undefined if there is none. */
export function generatedFile(home: string): string | undefined {
  return existsSync(fileOf(home)) ? fileOf(home) : undefined
}

/** Deletes the file of the generated password, which is no longer valid. */
export function deleteGeneratedPassword(home: string): void {
  rmSync(fileOf(home), { force: true })
}
