import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findSshd } from '../scripts/test/programs.mjs'
import { freePort, isListening } from './local-server.ts'

const execFileAsync = promisify(execFile)

/** An OpenSSH server for the duration of one test file. */
export interface Sshd {
  readonly port: number
  readonly username: string
  /** A private key that may sign in, with a passphrase and without. */
  readonly key: string
  readonly lockedKey: string
  readonly passphrase: string
  /** The fingerprint of its host key, as `ssh-keygen` prints it. */
  readonly fingerprint: string
  /** Ends the server and its sessions. */
  halt(): Promise<void>
  /** Starts it again on the same port, with another host key if `isOther`. */
  resume(isOther?: boolean): Promise<void>
  stop(): Promise<void>
}

const PASSPHRASE = 'a passphrase'

const configuration = (folder: string, port: number, hostKey: string) => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
PidFile ${folder}/pid
AuthorizedKeysFile ${folder}/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PubkeyAuthentication yes
PermitRootLogin yes
AllowTcpForwarding local
X11Forwarding no
LogLevel ERROR
`

/** Returns a process and those that it has started. */
function descendantsOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((each) => descendantsOf(Number(each))))]
}

/** Starts an SSH server of this user on a free loopback port, with keys of its own. Throws if it is not installed. */
export async function startSshd(): Promise<Sshd> {
  const program = findSshd()
  if (!program) throw new Error('OpenSSH is not installed: the program sshd was not found')
  const folder = mkdtempSync(join(tmpdir(), 'facet-sshd-'))
  chmodSync(folder, 0o700)
  const keygen = findSshd()?.replace(/sbin\/sshd$/, 'bin/ssh-keygen') ?? ''
  const newKey = (name: string, passphrase = '') =>
    execFileAsync(keygen, ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, name)])
  await Promise.all([newKey('host'), newKey('other'), newKey('user'), newKey('locked', PASSPHRASE)])
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, 'authorized_keys'), read('user.pub') + read('locked.pub'), { mode: 0o600 })
  const { stdout } = await execFileAsync(keygen, ['-l', '-f', join(folder, 'host.pub')])
  const port = await freePort()
  // As root, the server needs its directory for privilege separation.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  let server: ReturnType<typeof spawn> | undefined
  const resume = async (isOther = false): Promise<void> => {
    const file = join(folder, 'sshd_config')
    writeFileSync(file, configuration(folder, port, join(folder, isOther ? 'other' : 'host')))
    const started = spawn(program, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    started.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    server = started
    for (let tries = 0; !(await isListening(port)); tries++) {
      if (tries > 200 || started.exitCode !== null) throw new Error(`sshd did not start in ${dirname(file)}: ${output}`)
      await delay(25)
    }
  }
  const halt = async (): Promise<void> => {
    const ending = server
    server = undefined
    if (ending?.pid === undefined || ending.exitCode !== null) return
    const ended = once(ending, 'exit')
    // Sessions are processes of their own, which outlive the server.
    for (const pid of descendantsOf(ending.pid).toReversed()) process.kill(pid, 'SIGKILL')
    await ended
  }
  await resume()
  return {
    port,
    username: userInfo().username,
    key: read('user'),
    lockedKey: read('locked'),
    passphrase: PASSPHRASE,
    fingerprint: stdout.split(' ')[1] ?? '',
    halt,
    resume,
    async stop() {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
