import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Attribute, Change, Client } from 'ldapts'
import { findSlapd } from '../scripts/test/programs.mjs'
import { freePort, isListening } from './local-server.ts'

const execFileAsync = promisify(execFile)

/** An LDAP server for the duration of one test file. */
export interface Slapd {
  /** URL without encryption; StartTLS is offered. */
  readonly url: string
  readonly tlsUrl: string
  /** The certificate of the server as a PEM file. */
  readonly caFile: string
  /** Adds a member to a group or removes one, by distinguished names. */
  changeMember(group: string, operation: 'add' | 'delete', member: string): Promise<void>
  stop(): Promise<void>
}

/** The suffix of the entries. */
export const SUFFIX = 'dc=example,dc=org'
export const READER_ACCOUNT = { dn: `cn=reader,${SUFFIX}`, password: 'a reader' } as const

const MANAGER = { dn: `cn=manager,${SUFFIX}`, password: 'a manager' } as const

/** The server binds a name without a password anonymously, and tells it from a wrong password no further. */
const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
allow bind_anon_dn bind_anon_cred
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${SUFFIX}"
directory ${folder}/data
rootdn "${MANAGER.dn}"
rootpw "${MANAGER.password}"
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER_ACCOUNT.dn}" read by users read by * none
`

/** Starts OpenLDAP with entries in LDIF on free loopback ports. Throws if it is not installed. */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const program = findSlapd()
  if (!program) throw new Error('OpenLDAP is not installed: the program slapd was not found')
  const folder = mkdtempSync(join(tmpdir(), 'facet-slapd-'))
  mkdirSync(join(folder, 'data'))
  const [file, caFile] = [join(folder, 'slapd.conf'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', caFile]
  await execFileAsync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...name, ...files])
  writeFileSync(file, configuration(folder))
  writeFileSync(join(folder, 'entries.ldif'), ldif)
  await execFileAsync(program.replace(/slapd$/, 'slapadd'), ['-f', file, '-l', join(folder, 'entries.ldif')])
  const [port, tlsPort] = [await freePort(), await freePort()]
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`
  const server = spawn(program, ['-d', '0', '-f', file, '-h', urls], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const end = once(server, 'exit')
  for (let tries = 0; !(await isListening(tlsPort)); tries++) {
    if (tries > 200 || server.exitCode !== null) throw new Error(`OpenLDAP did not start: ${output}`)
    await delay(25)
  }
  return {
    url: `ldap://127.0.0.1:${port}`,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    caFile,
    changeMember: async (group, operation, member) => {
      const client = new Client({ url: `ldap://127.0.0.1:${port}` })
      await client.bind(MANAGER.dn, MANAGER.password)
      const modification = new Attribute({ type: 'member', values: [member] })
      await client.modify(group, new Change({ operation, modification }))
      await client.unbind()
    },
    stop: async () => {
      server.kill('SIGKILL')
      await end
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the certificate of a server as PEM text. */
export function certificateOf({ caFile }: Slapd): string {
  return readFileSync(caFile, 'utf8')
}
