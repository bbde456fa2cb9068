import type { Random } from './random.ts'
import { Fields, Literal, type Tree } from './tree.ts'

const LONG_TEXTS = [300, 1100, 17_000, 70_000, 120_000, 300_000]

/** Names with a meaning in JavaScript, in stores and in the product. */
export const EDGE_CASE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  'then',
  'toJSON',
  'id',
  'uuid',
  'version',
  '',
  ' ',
  '0',
  '-1',
  'a.b',
  '$where',
  'null',
]

/** Texts that break careless code. */
export const EDGE_CASE_TEXTS: readonly string[] = [
  ...EDGE_CASE_NAMES,
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '9007199254740993',
  '0x10',
  '1'.repeat(400),
  '\ud800',
  'a\udc00b',
  'a\0b',
  '\u0001\u001f',
  '\u200f\u202eשלום',
  '👩‍🚀',
  '\ufeff',
  '\u2028',
  "'; DROP TABLE cities; --",
  '"',
  '`',
  '\\',
  '/*',
  '--',
  '((((',
  '))',
  '{{',
  '{{ 1/0 }}',
  "{{ filter_values('city')[0] }}",
  "{{ url_param('x') }}",
  '{% for x in range(1000000) %}a{% endfor %}',
  '{% raw %}',
  '%',
  '%s %d',
  '%zz',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '0000-00-00',
  '275760-09-14',
  '-271822-04-19',
  '2024-02-30T25:61:61',
  '+010000-01-01T00:00:00Z',
  'No filter',
  'Last 999999999 years',
  'P1Y',
  'P999999999999Y',
  'null__table',
  '1__table',
  '99999999999999999999__table',
]

function nestedLiteral(open: string, close: string, depth: number): Literal {
  return new Literal(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

const ODD_VALUES: readonly Tree[] = [
  null,
  true,
  false,
  [],
  new Fields([]),
  '',
  0,
  -1,
  0.5,
  1e21,
  new Literal('-0'),
  new Literal('1e400'),
  new Literal('-1e400'),
  new Literal('1e-400'),
  new Literal('9007199254740993'),
  new Literal('9223372036854775808'),
  new Literal('2147483648'),
  [null],
  [[]],
  [new Fields([])],
  new Fields([['__proto__', new Fields([['x', 1]])]]),
  new Fields([['constructor', new Fields([['prototype', null]])]]),
  new Fields([
    ['toString', null],
    ['valueOf', null],
  ]),
  new Fields([['then', 'x']]),
  new Fields([['toJSON', 1]]),
  new Fields([['length', 5]]),
  nestedLiteral('[', ']', 20),
  nestedLiteral('{"a":', '}', 60),
  nestedLiteral('[', ']', 70),
  nestedLiteral('[', ']', 5000),
]

/** One value of each JSON type, including an object that cannot be converted to text. */
export const TYPES: readonly Tree[] = [
  null,
  true,
  7,
  'text',
  [],
  new Fields([]),
  new Fields([
    ['toString', null],
    ['valueOf', null],
  ]),
  '\ud800',
]

/** Returns a text that is odd by its content or its length. */
export function edgeCaseText(random: Random): string {
  if (random.chance(0.04)) return random.pick(['x', 'é', '{', '(', ' ', "'"]).repeat(random.pick(LONG_TEXTS))
  return random.pick(EDGE_CASE_TEXTS)
}

/** Returns a value of any type that is rarely expected. */
export function edgeCaseValue(random: Random): Tree {
  if (random.chance(0.4)) return edgeCaseText(random)
  if (random.chance(0.04)) {
    const item = random.pick<Tree>([1, 'a', null, [], new Fields([])])
    return Array.from({ length: random.pick([60, 600, 1100, 11_000]) }, () => item)
  }
  return random.pick(ODD_VALUES)
}
