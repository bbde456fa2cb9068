import type { Command } from '../command.ts'
import { applyCommand } from './apply.ts'
import { exportCommand } from './export.ts'
import { testCommand } from './test.ts'

/** Commands for a folder of files that define the content of the installation. */
export const folderCommands: readonly Command[] = [exportCommand, applyCommand, testCommand]
