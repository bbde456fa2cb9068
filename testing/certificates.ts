import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** A certificate and its private key: as PEM texts, and as files. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
  readonly certFile: string
  readonly keyFile: string
}

/** The fields of a certificate. */
interface Subject {
  /** The common name. */
  readonly name: string
  /** Alternative names such as `DNS:localhost`; default: those of this machine. */
  readonly hosts?: string
  /** Days until it expires; a negative number is in the past. */
  readonly days?: number
}

/** A certificate authority that signs certificates for tests. Its files are deleted by `remove`. */
export interface Authority extends KeyPair {
  sign(subject: Subject): Promise<KeyPair>
  remove(): void
}

const LOCAL = 'DNS:localhost,IP:127.0.0.1'
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Creates a certificate authority, with the program `openssl`. Other users may read its files. */
export async function makeAuthority(name = 'Test authority'): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-certificates-'))
  chmodSync(folder, 0o755)
  const openssl = async (options: readonly string[]): Promise<void> =>
    void (await execFileAsync('openssl', [...options]))
  const pairOf = (file: string): KeyPair => {
    const [certFile, keyFile] = [join(folder, `${file}.pem`), join(folder, `${file}.key`)]
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile, keyFile }
  }
  const [ca, caKey] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${LOCAL}`]
  await openssl(['req', '-x509', ...NEW_KEY, '-days', '2', ...names, '-keyout', caKey, '-out', ca])
  let count = 0
  return {
    ...pairOf('ca'),
    async sign({ name: subject, hosts = LOCAL, days = 2 }) {
      const file = join(folder, String(++count))
      const request = ['-subj', `/CN=${subject}`, '-addext', `subjectAltName=${hosts}`]
      await openssl(['req', ...NEW_KEY, ...request, '-keyout', `${file}.key`, '-out', `${file}.csr`])
      const issuer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copy']
      const validity = ['-days', String(days)]
      await openssl(['x509', '-req', '-in', `${file}.csr`, ...issuer, ...validity, '-out', `${file}.pem`])
      return pairOf(String(count))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
