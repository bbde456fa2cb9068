import { type AdvancedType, ordered, type Range, single } from './advanced-type.ts'

/** Ports by the service names registered at IANA. */
const services: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21],
  ssh: [22],
  telnet: [23],
  smtp: [25],
  http: [80],
  kerberos: [88],
  pop3: [110],
  nntp: [119],
  ntp: [123],
  imap2: [143],
  snmp: [161],
  ldap: [389],
  https: [443],
  submissions: [465],
  nntps: [563],
  ldaps: [636],
  'kerberos-adm': [749],
  ftps: [989, 990],
  telnets: [992],
  imaps: [993],
  pop3s: [995],
}

const MAX_PORT = 65_535

function read(text: string): readonly Range[] | { readonly error: string } {
  const service = Object.hasOwn(services, text.toLowerCase()) ? services[text.toLowerCase()] : undefined
  const numbers = service ?? (/^\d{1,5}$/.test(text) ? [Number(text)] : [])
  if (numbers.length === 0 || numbers.some((number) => number < 1 || number > MAX_PORT))
    return { error: `'${text}' does not appear to be a port name or number` }
  return numbers.map((number) => single(BigInt(number)))
}

/** Ports of internet protocols, by number or service name. */
export const port: AdvancedType = { name: 'port', operators: ordered, read }
