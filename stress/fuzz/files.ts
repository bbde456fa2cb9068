import { strToU8, zipSync } from 'fflate'
import type { InputGenerator } from './bodies.ts'
import { toWellFormedText } from './input.ts'
import { mutateBytes, mutateText } from './mutate.ts'
import { EDGE_CASE_NAMES, EDGE_CASE_TEXTS, edgeCaseText } from './edge-case-values.ts'
import type { Random } from './random.ts'
import { bundles } from './bundles.ts'

const BOUNDARY = 'between-the-parts'

interface File {
  readonly field: string
  readonly name: string
  readonly bytes: Uint8Array
}

function multipart(files: readonly File[], fields: readonly (readonly [string, string])[]): Buffer {
  const parts = fields.map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const attached = files.map(({ field, name, bytes }) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
  )
  return Buffer.concat([...parts, ...attached, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Returns a form with files, sometimes with mutated bytes. */
function formWithFiles(
  random: Random,
  path: string,
  files: readonly File[],
  fields: readonly (readonly [string, string])[],
) {
  const whole = multipart(files, fields)
  const broken = random.pick<() => Buffer>([
    () => mutateBytes(random, whole),
    () => whole.subarray(0, random.int(whole.length)),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    () => Buffer.concat([whole, whole]),
  ])
  const boundary = random.chance(0.95) ? BOUNDARY : random.pick(['', 'other', '"', 'x'.repeat(200)])
  return {
    method: 'POST',
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: random.chance(0.15) ? broken() : whole,
  }
}

const CELLS = [
  '1',
  '-0',
  '1e400',
  '9223372036854775808',
  'x',
  '',
  '""',
  '"a""b"',
  '"a\nb"',
  '"open',
  '2024-01-01',
  '2024-13-45',
  'NaN',
  'true',
  '\0',
  '\ud83e\udd9c',
  '<script>',
  '=1+1',
  'a;b',
  '\t',
]

function csv(random: Random): Buffer {
  const columns = random.pick([1, 2, 3, 8, 60])
  const separator = random.pick([',', ',', ',', ';', '\t', '|', ''])
  const end = random.pick(['\n', '\n', '\r\n', '\r'])
  const head = Array.from({ length: columns }, (_, at) =>
    random.chance(0.15) ? random.pick(EDGE_CASE_NAMES) : `c${at}`,
  )
  const lines = Array.from({ length: random.pick([0, 1, 3, 40]) }, () => {
    const width = random.chance(0.1) ? random.int(columns * 2 + 2) : columns
    return Array.from({ length: width }, () => (random.chance(0.3) ? random.pick(CELLS) : String(random.int(100))))
  })
  const text = [head, ...lines].map((line) => line.join(separator)).join(end)
  const bytes = Buffer.from(text, random.pick(['utf8', 'utf8', 'utf8', 'utf16le', 'latin1']))
  return random.chance(0.3) ? mutateBytes(random, bytes) : bytes
}

const NAMES = [
  'fuzz.csv',
  'fuzz.csv',
  'fuzz.tsv',
  'fuzz.txt',
  'FUZZ.CSV',
  'fuzz.xlsx',
  'fuzz.parquet',
  '.csv',
  '../../x.csv',
  'a/b.csv',
  'a\\b.csv',
  '__proto__.csv',
  `${'n'.repeat(300)}.csv`,
  "a';--.csv",
  'שלום.csv',
  '',
]

/** Makes a file to upload, valid or not. */
export const upload: InputGenerator = (random, { uploads }) => {
  const binary = random.pick([
    () => zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') }),
    () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(40, 7), Buffer.from('PAR1')]),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    () => Buffer.alloc(2000, '"'),
    () => Buffer.alloc(random.int(5), ' \n\0'),
    () => Buffer.alloc(0),
  ])
  const bytes = random.chance(0.8) ? csv(random) : random.chance(0.5) ? mutateBytes(random, binary()) : binary()
  const fields: (readonly [string, string])[] = [
    ['already_exists', random.pick(['replace', 'replace', 'append', 'fail', '', 'x'])],
  ]
  if (random.chance(0.5))
    fields.push(['table_name', random.chance(0.7) ? 'fuzz' : toWellFormedText(random.pick(EDGE_CASE_TEXTS))])
  if (random.chance(0.3))
    fields.push(['delimiter', random.pick([',', ';', '', ',,', '\n', '"', '\\', '🦜', '\0', "'"])])
  if (random.chance(0.05)) fields.push([random.pick(EDGE_CASE_NAMES), edgeCaseText(random)])
  const id = random.chance(0.9) ? uploads : random.pick(['0', '-1', '99', 'x', '2'])
  return formWithFiles(
    random,
    `/api/v1/database/${id}/upload/`,
    [{ field: random.chance(0.95) ? 'file' : 'x', name: random.pick(NAMES), bytes }],
    fields,
  )
}

const PATHS = [
  '../x.yaml',
  '/etc/x.yaml',
  'a\\b.yaml',
  'metadata.yaml',
  'charts/../charts/x.yaml',
  '__proto__',
  'charts/.yaml',
  'charts/x.yml',
  'x/',
  'datasets/x/y/z.yaml',
  `${'p'.repeat(400)}.yaml`,
  '\u202e.yaml',
  '',
]

/** Makes a mutated bundle: a file's text, a path, the archive itself. */
export const bundle: InputGenerator = (random) => {
  const kind = random.pick(['dashboard', 'chart', 'dataset', 'database'] as const)
  const files = { ...bundles[random.chance(0.85) ? kind : random.pick(['dashboard', 'chart'] as const)] }
  const name = random.pick(Object.keys(files))
  const odd = random.int(6)
  if (odd < 3) files[name] = mutateLine(random, files[name] ?? '')
  if (odd === 3) files[name] = mutateText(random, files[name] ?? '')
  if (odd === 4) delete files[name]
  if (odd === 5) files[random.pick(PATHS)] = files[name] ?? ''
  const top = random.chance(0.9) ? 'export/' : random.pick(['', '/', '../', 'a/b/', 'C:\\'])
  const packed = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [(top + path).slice(0, 60_000), strToU8(text)])),
  )
  const bytes = random.chance(0.2)
    ? mutateBytes(random, packed)
    : random.chance(0.05)
      ? packed.subarray(0, random.int(packed.length))
      : packed
  const fields: (readonly [string, string])[] = []
  if (random.chance(0.6)) fields.push(['overwrite', random.pick(['true', 'true', 'false', ''])])
  if (random.chance(0.2))
    fields.push(['passwords', random.pick(['{}', '{"databases/a.yaml":"x"}', '[]', 'null', '{"__proto__":"x"}', '{'])])
  return formWithFiles(
    random,
    `/api/v1/${kind}/import/`,
    [{ field: random.chance(0.95) ? 'formData' : 'bundle', name: 'bundle.zip', bytes }],
    fields,
  )
}

const YAML = [
  'null',
  '~',
  '[]',
  '{}',
  '""',
  '1',
  '-1',
  '1e400',
  '.inf',
  '.nan',
  'true',
  '2024-01-01',
  '!!binary aGk=',
  '!!set {a}',
  '!!js/function x',
  '&a [*a]',
  '*nothing',
  '{<<: *x}',
  '{__proto__: {a: 1}}',
  '{constructor: 1}',
  '0o17',
  '9007199254740993',
  '|\n  text',
  '>-\n  folded',
  '"\\uD800"',
  '"\\0"',
  '[[[[[[]]]]]]',
  "'",
  '{toString: null}',
]

/** Returns a YAML text with one line changed, duplicated or removed. */
function mutateLine(random: Random, text: string): string {
  const lines = text.split('\n')
  const at = random.int(lines.length)
  const line = lines[at] ?? ''
  const value = random.chance(0.7) ? random.pick(YAML) : JSON.stringify(edgeCaseText(random))
  const colon = line.indexOf(':')
  switch (random.int(4)) {
    case 0:
      return lines.toSpliced(at, 1).join('\n')
    case 1:
      return lines.toSpliced(at, 0, line).join('\n')
    default:
      return lines.with(at, colon < 0 ? value : `${line.slice(0, colon)}: ${value}`).join('\n')
  }
}
