import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newPassword, secretFile } from './secret-file.ts'

/** User name of the initial admin. */
export const INITIAL_ADMIN = 'admin'

export function isInitialAdmin(username: string): boolean {
  return username === INITIAL_ADMIN
}

const fileOf = (home: string) => join(home, 'admin-password')

/** The generated password of the initial admin; made when there is none. */
export function generatedPassword(home: string): string {
  return secretFile(fileOf(home), newPassword)
}

/** The file of the generated password; undefined when there is none. */
export function generatedFile(home: string): string | undefined {
  return existsSync(fileOf(home)) ? fileOf(home) : undefined
}

/** Removes the generated password: it is no longer the one. */
export function forgetGenerated(home: string): void {
  rmSync(fileOf(home), { force: true })
}
