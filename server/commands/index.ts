import type { Command } from './command.ts'
import { driverCommands } from './driver/index.ts'
import { folderCommands } from './folder/index.ts'
import { homeCommands } from './home/index.ts'
import { quotaCommands } from './quota/index.ts'
import { secretCommands } from './secret/index.ts'
import { tokenCommands } from './token/index.ts'
import { userCommands } from './user/index.ts'

/** All commands, in the order of help. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...tokenCommands,
  ...quotaCommands,
  ...folderCommands,
  ...homeCommands,
  ...secretCommands,
  ...driverCommands,
]
