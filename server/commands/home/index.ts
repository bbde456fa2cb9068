import type { Command } from '../command.ts'
import { backupCommand } from './backup.ts'
import { claimCommand, claimPluginsCommand } from './claim.ts'
import { doctorCommand } from './doctor.ts'
import { examplesCommand } from './examples.ts'
import { restoreCommand } from './restore.ts'

/** Commands for all stored data. */
export const homeCommands: readonly Command[] = [
  backupCommand,
  restoreCommand,
  doctorCommand,
  examplesCommand,
  claimCommand,
  claimPluginsCommand,
]
