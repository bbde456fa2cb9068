import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { checkedMetadata, namedFiles } from './iceberg-metadata.ts'

const outside = expect.objectContaining({ code: 'lake-file-outside', args: ['t'] })
const metadata = (list: string) =>
  `{"current-snapshot-id":3537195057694984642,"location":"s3://b//t","snapshots":[
    {"snapshot-id":1,"manifest-list":"x/metadata/old.avro"},
    {"snapshot-id":3537195057694984642,"manifest-list":${list}}]}`

it('returns the metadata as written, and the manifest lists of the current snapshot', () => {
  const text = metadata('"file:///w/t/metadata/snap..1.avro"')
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const checked = checkedMetadata(bytes, 't')
    expect(checked.text).toBe(text)
    expect(checked.lists).toEqual(['file:///w/t/metadata/snap..1.avro'])
  }
  expect(checkedMetadata(Buffer.from('{"current-snapshot-id":-1}'), 't').lists).toEqual([])
})

it.each([
  ['above its folder', '"x/metadata/../../srv/list.avro"'],
  ['above its folder, written with escapes', String.raw`"x/metadata/\u002e.\/srv/list.avro"`],
  ['that begins above', '"../list.avro"'],
  ['above by backslashes', String.raw`"x\\..\\list.avro"`],
  ['that is truncated', String.raw`"x/metadata/list.avro\u0000"`],
  ['in a name that occurs twice', '"x/metadata/../a.avro","manifest-list":"x/metadata/a.avro"'],
])('rejects metadata with a path %s', (_, list) => {
  expect(() => checkedMetadata(Buffer.from(metadata(list)), 't')).toThrow(outside)
})

it('metadata that are no JSON are rejected', () => {
  for (const bytes of [Buffer.from('{'), Buffer.from([0x1f, 0x8b, 1])])
    expect(() => checkedMetadata(bytes, 't')).toThrow(expect.objectContaining({ code: 'lake-table-unreadable' }))
})

it('finds the files to which paths lead below the folder', () => {
  const files = ['metadata/a.avro', 'data/k=1/x.parquet', 'a.avro']
  expect(namedFiles(['s3://w/t/metadata/a.avro'], files)).toEqual(['metadata/a.avro', 'a.avro'])
  expect(namedFiles(['x/data//k=1/./x.parquet'], files)).toEqual(['data/k=1/x.parquet'])
  expect(namedFiles(['x/data/k=2/x.parquet', 'metadata/ba.avro'], files)).toEqual([])
})
