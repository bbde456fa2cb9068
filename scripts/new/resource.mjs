import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('./names.mjs').Names} Names */

const MIGRATIONS = 'server/store/migrations'

/** @param {string} name */
const manyOf = (name) => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`)

/** @param {string} text */
const lowerFirst = (text) => text.slice(0, 1).toLowerCase() + text.slice(1)

/**
 * @param {Names} names
 * @param {string} root
 * @returns {string} the name of its migration, the next in order
 */
function migrationOf({ name, file }, root) {
  const known = readdirSync(join(root, MIGRATIONS)).flatMap((each) => /^(\d{3})-/.exec(each)?.[1] ?? [])
  const next = Math.max(0, ...known.map(Number)) + 1
  return `${String(next).padStart(3, '0')}-${manyOf(name) === name ? file : manyOf(file)}`
}

/** @param {Names} names */
const entity = ({ name, title, Type, constant }) => `import { textOf } from '#core/rest/body.ts'
import { text, nullableText } from '#core/entity/field.ts'
import { type BodyOf, defineEntity, type DraftOf, type RowOf } from '#core/entity/entity-definition.ts'

/** ${title}: a name and a description. */
export const ${constant}Entity = defineEntity({
  table: '${manyOf(name)}',
  unknown: 'dropped',
  rights: { view: '${Type}', permissions: ['can_read', 'can_write'], readers: 'Alpha', writers: 'Alpha' },
  fields: {
    name: text({ create: textOf(1, 250), update: textOf(1, 250).optional(), folded: true, sorted: true, filter: 'text' }),
    description: nullableText({ folded: true, sorted: true, filter: 'text' }),
  },
  relations: {},
})

export type ${Type} = RowOf<typeof ${constant}Entity>
export type ${Type}Draft = DraftOf<typeof ${constant}Entity>
export type ${Type}Body = BodyOf<typeof ${constant}Entity>
`

/** @param {Names} names */
const migration = ({ name, title }) => `import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLE = '${manyOf(name)}'

/** ${manyOf(title)}. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: TABLE,
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      name: 'text',
      name_folded: 'text',
      description: 'text?',
      description_folded: 'text?',
    },
    unique: [['uuid']],
    indexes: [['changed_on']],
  })
  if (engine === 'sqlite') return
  await sql\`create trigger raise_version after insert or update or delete or truncate on \${sql.table(TABLE)}
    for each statement execute function raise_version()\`.execute(db)
}
`

/** @param {Names} names */
const index = ({ name, title, Type, constant, file }) => `import { hasPermission } from '#core/access/ability.ts'
import { type ${Type}, type ${Type}Body, ${constant}Entity } from '#core/entity/${file}.ts'
import { parseEntityBody, selectEntityFields } from '#core/entity/entity-definition.ts'
import type { Resource } from '#server/resources/resource.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'

const VIEW = '${Type}'

/** The REST resource of ${lowerFirst(manyOf(title))}. */
export const ${constant}: Resource<${Type}, ${Type}Body> = {
  name: '${name}',
  permission: VIEW,
  nouns: { one: '${title}', many: '${manyOf(title)}', model: '${title}' },
  listing: listingOf(${constant}Entity, { base: [{ column: 'changed_on', direction: 'desc' }], related: {} }),
  repository: (store) => store.of(${constant}Entity),
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: ${constant}Entity,
  example: {
    title: 'name',
    create: { name: 'First' },
    update: { description: 'Changed' },
    misshapen: [{ name: 1 }, 400, 'name'],
  },
  async parse(body, _, row) {
    const read = parseEntityBody(${constant}Entity, body, row ? 'update' : 'create')
    return 'errors' in read ? { errors: read.errors, status: 400 } : { ok: read.ok }
  },
  create: (body, { context, user }) =>
    context.store.of(${constant}Entity).create({ name: '', ...selectEntityFields(${constant}Entity, body) }, user.userId),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.of(${constant}Entity).update(
      row.id,
      selectEntityFields(${constant}Entity, body),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async present(rows, { context }, as) {
    const people = await loadUsers(context.store, rows)
    const now = context.now()
    return rows.map((row) => ({ ...presentAuditFields(row, people, now), ...presentFields(${constant}Entity, row, as) }))
  },
}
`

/**
 * @param {Names} names
 * @param {string} step name of the migration
 * @returns {import('./insert.mjs').Addition[]} the additions to other files that reference it
 */
function storeAdditions({ name, Type, constant, file }, step) {
  return [
    {
      file: 'core/entity/entities.ts',
      import: { what: `{ ${constant}Entity }`, from: `./${file}.ts` },
      entries: [{ opening: 'export const entitySchemas = {', text: `  ${manyOf(name)}: ${constant}Entity` }],
    },
    {
      file: `${MIGRATIONS}/index.ts`,
      import: { what: `{ up as ${lowerFirst(manyOf(Type))} }`, from: `./${step}.ts` },
      entries: [
        {
          opening: 'export const migrations: Readonly<Record<string, Migration>> = {',
          text: `  '${step}': { up: ${lowerFirst(manyOf(Type))} }`,
        },
      ],
    },
  ]
}

/** @type {import('./make.mjs').Template} */
export const resource = {
  parentFolder: 'server/resources',
  namePattern: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  namePatternText: 'a singular noun in lower-case letters, digits and single underscores, such as saved_view',
  constant: ({ constant }) => constant,
  files: (names) => ({ 'index.ts': index(names) }),
  externalFiles: (names, root) => ({
    [`core/entity/${names.file}.ts`]: entity(names),
    [`${MIGRATIONS}/${migrationOf(names, root)}.ts`]: migration(names),
  }),
  additions(names, root) {
    const { name, constant } = names
    return [
      {
        file: 'server/resources/index.ts',
        import: { what: `{ ${constant} }`, from: `./${name}/index.ts` },
        entries: [{ opening: 'export const resources: readonly AnyResource[] = [', text: constant }],
      },
      ...storeAdditions(names, migrationOf(names, root)),
    ]
  },
  next: ({ file }) => [
    `Edit the fields in core/entity/${file}.ts and the same columns in the migration`,
    'Edit the rights of the entity: at first the role Alpha can read and write',
    'npx vitest run server/resources/document.test.ts -u writes docs/reference/openapi.json',
    'npx vitest run server/resources server/store',
  ],
  page: 'docs/develop/adding-a-resource.md',
}
