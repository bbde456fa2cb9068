import type { Command } from '../command.ts'
import { rotateSecretCommand } from './rotate.ts'

export const secretCommands: readonly Command[] = [rotateSecretCommand]
