import type { Command } from '../command.ts'
import { applyCommand } from './apply.ts'
import { exportCommand } from './export.ts'
import { testCommand } from './test.ts'

/** What can be done with a folder of files that say what is in the product. */
export const folderCommands: readonly Command[] = [exportCommand, applyCommand, testCommand]
