import { fileURLToPath } from 'node:url'
import { runCommand } from './commands/run-command.ts'
import { makeTerminal } from './commands/terminal.ts'
import { readSettings } from './base/config.ts'
import { makeHome, openMetadata, projectRoot } from './home.ts'
import { makeLog } from './http/log.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: makeTerminal(process.stdin, process.stdout, process.stderr),
  now: Date.now,
  settings: readSettings(process.env, projectRoot(fileURLToPath(import.meta.url))),
  openStore(settings) {
    makeHome(settings.home)
    return openMetadata(settings, makeLog({ level: settings.logLevel, now: Date.now }))
  },
})
