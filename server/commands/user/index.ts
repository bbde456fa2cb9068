import type { Command } from '../command.ts'
import { activateUser, deactivateUser } from './activate.ts'
import { addUserCommand } from './add.ts'
import { checkLoginCommand } from './check-login.ts'
import { exportUsersCommand, importUsersCommand } from './file.ts'
import { linkCommand } from './link.ts'
import { listUsers } from './list.ts'
import { passwordCommand } from './password.ts'
import { resetSecondFactorCommand } from './reset-second-factor.ts'
import { roleCommand } from './role.ts'
import { scimTokenCommand } from './scim-token.ts'

export const userCommands: readonly Command[] = [
  addUserCommand,
  passwordCommand,
  roleCommand,
  listUsers,
  importUsersCommand,
  exportUsersCommand,
  deactivateUser,
  activateUser,
  resetSecondFactorCommand,
  linkCommand,
  checkLoginCommand,
  scimTokenCommand,
]
