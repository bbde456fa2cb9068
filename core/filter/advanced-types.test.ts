import { describe, expect, it } from 'vitest'
import { advancedTypeNamed, convertValues } from '#core/filter/advanced-types.ts'

const of = (name: string, ...values: readonly unknown[]) => {
  const type = advancedTypeNamed(name)
  if (!type) throw new Error(`There is no type ${name}`)
  return convertValues(type, values)
}

describe('internet_address', () => {
  it.each([
    ['1.1.1.1', 16_843_009],
    ['0.0.0.0', 0],
    ['255.255.255.255', 4_294_967_295],
    [' 10.0.0.1 ', 167_772_161],
    ['16843009', 16_843_009],
    ['::1', 1],
    ['::ffff:1.1.1.1', 281_470_698_586_369],
    ['2001:db8::', '42540766411282592856903984951653826560'],
    ['10.0.0.0/8', { start: 167_772_160, end: 184_549_375 }],
    ['10.0.0.1/32', 167_772_161],
    ['0.0.0.0/0', { start: 0, end: 4_294_967_295 }],
    ['::/126', { start: 0, end: 3 }],
  ])('E-FILTER-35: parses the address %s as %j', (text, value) => {
    expect(of('internet_address', text)).toMatchObject({ values: [value], error_message: '' })
  })

  it.each([
    ['1.1.1', "'1.1.1' does not appear to be an IPv4 or IPv6 network"],
    ['1.1.1.256', "'1.1.1.256' does not appear to be an IPv4 or IPv6 network"],
    ['1.1.1.1/33', "'1.1.1.1/33' does not appear to be an IPv4 or IPv6 network"],
    ['1::2::3', "'1::2::3' does not appear to be an IPv4 or IPv6 network"],
    ['1:2:3:4:5:6:7:8:9', "'1:2:3:4:5:6:7:8:9' does not appear to be an IPv4 or IPv6 network"],
    ['10.0.0.1/8', '10.0.0.1/8 has host bits set'],
    ['localhost', "'localhost' does not appear to be an IPv4 or IPv6 network"],
  ])('E-FILTER-35: rejects the address %s', (text, error_message) => {
    expect(of('internet_address', text)).toMatchObject({ error_message, display_value: '' })
  })

  it('E-FILTER-35: shows the parsed meaning of the values', () => {
    expect(of('internet_address', '1.1.1.1', '10.0.0.0/8').display_value).toBe('16843009, 167772160 - 184549375')
    expect(of('internet_address', '')).toMatchObject({ values: [''], display_value: '', error_message: '' })
  })
})

describe('port', () => {
  it.each<[unknown, readonly number[]]>([
    ['http', [80]],
    ['HTTPS', [443]],
    ['ftp', [20, 21]],
    [8080, [8080]],
    ['65535', [65_535]],
  ])('E-FILTER-35: parses the port %s as %j', (text, values) => {
    expect(of('port', text)).toMatchObject({ values, display_value: values.join(', '), error_message: '' })
  })

  it.each(['0', '65536', 'nosuch', 'constructor', '-1'])('E-FILTER-35: rejects the port %s', (text) => {
    expect(of('port', text).error_message).toBe(`'${text}' does not appear to be a port name or number`)
  })
})
