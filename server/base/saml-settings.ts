import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { mappingFields } from './provider-mapping.ts'

/** Names of the attributes that hold the properties of a user. */
const attributes = z
  .strictObject({
    /** Without this attribute, the NameID is the user name. */
    username: z.string().min(1).default('username'),
    email: z.string().min(1).default('email'),
    first_name: z.string().min(1).default('firstName'),
    last_name: z.string().min(1).default('lastName'),
    groups: z.string().min(1).default('groups'),
  })
  .prefault({})

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const MAX_CLOCK_SKEW_S = 300

/** The description of a SAML provider in the setting of identity providers. */
export const samlSettings = z.strictObject({
  type: z.literal('saml'),
  ...mappingFields,
  /** The text of its button. */
  label: z.string().min(1).max(64),
  /** The entity id of the provider. */
  issuer: z.string().min(1).max(1024),
  /** Where users sign in, by the binding HTTP-Redirect. */
  entry_point: z.string().refine(isEntryPoint, { error: 'must be an https URL; http is allowed only for localhost' }),
  /** PEM files with the certificates that sign assertions: several while one is replaced. */
  certificate_files: z.array(z.string().min(1)).min(1).max(5),
  /** The entity id of Facet, which assertions name as their audience; by default the URL of its metadata. */
  entity_id: z.string().min(1).max(1024).optional(),
  attributes,
  /** Whether users cannot change their e-mail address at the provider: it is stored and linked only then. */
  email_is_verified: z.boolean().default(false),
  /** Whether signatures and digests with SHA-1 are accepted. */
  allow_sha1: z.boolean().default(false),
  /** Where users sign out at the provider, by the binding HTTP-Redirect, and the PEM files that sign these requests. */
  sign_out: z
    .strictObject({
      url: z.string().refine(isEntryPoint, { error: 'must be an https URL; http is allowed only for localhost' }),
      key_file: z.string().min(1),
      certificate_file: z.string().min(1),
    })
    .optional(),
  /** The PEM files of the key for which the provider encrypts assertions; its certificate is in the metadata. */
  encryption: z
    .strictObject({
      key_file: z.string().min(1),
      certificate_file: z.string().min(1),
      /** Whether assertions that are not encrypted are rejected. */
      required: z.boolean().default(true),
    })
    .optional(),
  /** How far the clocks of the provider and of Facet may differ. */
  clock_skew_s: z.number().int().min(0).max(MAX_CLOCK_SKEW_S).default(60),
})

/** An RSA key and its certificate, as PEM text. */
interface KeyPair {
  readonly key: string
  readonly certificate: string
}

/** A SAML provider. */
export type SamlProvider = Omit<z.output<typeof samlSettings>, 'certificate_files' | 'sign_out' | 'encryption'> & {
  /** Identifies the provider in the links of users. */
  readonly issuer: string
  /** The entity id of the provider. */
  readonly entityId: string
  /** Certificates as PEM text. */
  readonly certificates: readonly string[]
  /** Where users sign out at the provider; undefined if they sign out of Facet only. */
  readonly sign_out?: (KeyPair & { readonly url: string }) | undefined
  /** The key that decrypts assertions; undefined if encrypted ones are rejected. */
  readonly encryption?: (KeyPair & { readonly required: boolean }) | undefined
}

/** Returns a provider with its certificates; each problem is passed to `report`. */
export function createSamlProvider(
  { certificate_files: files, sign_out: signOut, encryption, ...rest }: z.output<typeof samlSettings>,
  root: string,
  report: (problem: string) => void,
): SamlProvider {
  const certificates = files.flatMap((file) => {
    try {
      const pem = readFileSync(resolve(root, file), 'utf8')
      return [new X509Certificate(pem).toString()]
    } catch (error) {
      report(
        `the provider ${rest.name} names the file ${file}, which is no readable certificate: ${(error as Error).message}`,
      )
      return []
    }
  })
  // An OpenID Connect provider of the same company may have the same issuer with other subjects: the prefix tells them apart.
  const pairOf = (setting: 'sign_out' | 'encryption', pair: KeyFiles) =>
    readKeyPair(`the key and the certificate of ${setting} of the provider ${rest.name}`, pair, root, report)
  const signOutPair = signOut && pairOf('sign_out', signOut)
  const encryptionPair = encryption && pairOf('encryption', encryption)
  return {
    ...rest,
    issuer: `saml:${rest.issuer}`,
    entityId: rest.issuer,
    certificates,
    ...(signOutPair && { sign_out: { url: signOut.url, ...signOutPair } }),
    ...(encryptionPair && { encryption: { required: encryption.required, ...encryptionPair } }),
  }
}

interface KeyFiles {
  readonly key_file: string
  readonly certificate_file: string
}

/** Returns a key and its certificate, which must belong to each other; otherwise reports why not. */
function readKeyPair(
  description: string,
  { key_file, certificate_file }: KeyFiles,
  root: string,
  report: (problem: string) => void,
): KeyPair | undefined {
  try {
    const key = createPrivateKey(readFileSync(resolve(root, key_file), 'utf8'))
    const certificate = new X509Certificate(readFileSync(resolve(root, certificate_file), 'utf8'))
    if (key.asymmetricKeyType !== 'rsa') throw new Error('the key must be an RSA key')
    if (!certificate.checkPrivateKey(key)) throw new Error('the certificate is of another key')
    return { key: String(key.export({ type: 'pkcs8', format: 'pem' })), certificate: certificate.toString() }
  } catch (error) {
    report(`${description} cannot be used: ${(error as Error).message}`)
    return undefined
  }
}

function isEntryPoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash } = new URL(text)
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname)))
}
