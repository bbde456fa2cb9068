import { isAbsolute, join, relative } from 'node:path'
import { Fault } from '#core/rest/fault.ts'
import type { Engine, Place, Settings } from '../engine.ts'
import { DuckDBFile } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { load } from './ingest.ts'
import { open } from './open.ts'

/** Databases in files of our own, read in this process. */
export const duckdb: Engine = {
  name: 'duckdb',
  label: 'DuckDB',
  settings: [
    {
      name: 'file',
      label: 'File',
      kind: 'text',
      required: true,
      help: 'Name of the database file in the data directory of the server, for example sales.duckdb',
    },
  ],
  dialect,
  parseUri(uri) {
    const match = /^duckdb:\/\/\/(.+)$/.exec(uri)
    return match?.[1] ? { file: decodeURIComponent(match[1]) } : undefined
  },
  printUri: (settings) => `duckdb:///${encodeURIComponent(String(settings.file ?? ''))}`,
  placeholder: 'duckdb:///file.duckdb',
  async connect(settings, place) {
    return new DuckDBFile(await open({ file: fileOf(settings, place), directory: place.directory, write: false }))
  },
  explain,
  async ingest(settings, place, files, work) {
    const file = fileOf(settings, place)
    const opened = await open({ file, directory: place.directory, write: true, files })
    try {
      await load(opened, work)
    } finally {
      opened.close()
    }
  },
}

/** The database file, which lies in the data directory and nowhere else. */
function fileOf(settings: Settings, place: Place): string {
  const name = String(settings.file ?? '')
  const file = isAbsolute(name) ? name : join(place.directory, name)
  const inside = relative(place.directory, file)
  if (!inside || inside.startsWith('..') || isAbsolute(inside)) throw new Fault('uri-wrong')
  return file
}
