import { expect, it } from 'vitest'
import type { Settings } from '../engine.ts'
import { engineNamed, engines } from '../index.ts'

const postgresql = engineNamed('postgresql')
const variants = engines.filter(({ name }) => ['cockroachdb', 'redshift', 'timescaledb', 'yugabytedb'].includes(name))

it('lists the variants of PostgreSQL, of which two open its connections', () => {
  expect(variants).toHaveLength(4)
  const same = variants.filter((engine) => engine.connect === postgresql?.connect)
  expect(same.map(({ name }) => name)).toEqual(['timescaledb', 'yugabytedb'])
})

it.each(variants)('reads and prints URIs of $name with its scheme', (engine) => {
  const { name } = engine
  const parseUri = (uri: string) => engine.parseUri(uri)
  const printUri = (given: Settings) => engine.printUri(given)
  const settings = { host: 'h', port: 1234, database: 'd', username: 'u', password: 'p@', sslmode: 'require' }
  expect(parseUri(`${name}://u:p%40@h:1234/d?sslmode=require`)).toEqual(settings)
  expect(parseUri(`${name}+psycopg2://u:p%40@h:1234/d?sslmode=require`)).toEqual(settings)
  expect(parseUri(printUri(settings))).toEqual(settings)
  expect(printUri(settings)).toMatch(new RegExp(`^${name}://`))
  expect(parseUri('postgresql://u@h/d')).toBeUndefined()
  expect(engineNamed('postgresql')?.parseUri(printUri(settings))).toBeUndefined()
})

it('uses the port of the variant', () => {
  expect(engineNamed('cockroachdb')?.parseUri('cockroachdb://u@h/d')).toMatchObject({ port: 26_257 })
  expect(engineNamed('redshift')?.parseUri('redshift+psycopg2://u@h/d')).toMatchObject({ port: 5439 })
  expect(engineNamed('yugabytedb')?.parseUri('yugabytedb://u@h/d')).toMatchObject({ port: 5433 })
  expect(engineNamed('timescaledb')?.parseUri('timescaledb://u@[::1]/d')).toMatchObject({ host: '::1', port: 5432 })
})
