import type { User } from '#core/entity/user.ts'
import { attributeName } from '#core/rest/user-attributes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { STRING } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { csvHeadings, csvRows, unescapeCell } from '#server/files/csv.ts'
import { parseCsv } from '#server/files/parse-csv.ts'
import type { Store } from '#server/store/store.ts'

/** The columns of a CSV file of users. */
const USER_COLUMNS = ['username', 'first_name', 'last_name', 'email', 'roles', 'groups', 'active'] as const
type UserColumn = (typeof USER_COLUMNS)[number]

/** The start of the columns of attributes, such as `attribute:region`. */
export const ATTRIBUTE_COLUMN = 'attribute:'

/** A row of a CSV file of users. Columns that the file does not have are undefined. */
export interface UserRow {
  readonly line: number
  readonly username: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** Null for none. */
  readonly email?: string | null | undefined
  /** Names. */
  readonly roles?: readonly string[] | undefined
  /** Names. */
  readonly groups?: readonly string[] | undefined
  /** The values of attributes by name; no values for an empty cell. Attributes without a column are missing. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** Undefined also for an empty cell. */
  readonly isActive?: boolean | undefined
  /** Why the row cannot be read. */
  readonly problem?: string | undefined
}

const YES = ['true', 'yes', '1']
const NO = ['false', 'no', '0']

/**
 * Parses a CSV file of users. Roles, groups and values of an attribute are separated by semicolons. Throws `users-file-columns`,
 * `users-file-quote` and `bound-passed`.
 */
export function readUserFile(text: string): readonly UserRow[] {
  const rows = parseCsv(text)
  if ('unclosedLine' in rows) throw new ApiError('users-file-quote', { args: [rows.unclosedLine] })
  const [head, ...body] = rows
  const headings = head?.cells ?? []
  requireWithin('user-import-columns', headings.length)
  const columns = columnsOf(headings)
  requireWithin('user-import-rows', body.length)
  return body.map(({ line, cells }) => {
    const cellAt = (at: number): string => unescapeCell((cells[at] ?? '').trim())
    const cellOf = (name: UserColumn): string | undefined => {
      const at = columns.indexOf(name)
      return at < 0 ? undefined : cellAt(at)
    }
    const active = cellOf('active')?.toLowerCase() ?? ''
    const problem =
      cells.length > columns.length
        ? t('The row has more cells than the header')
        : active !== '' && !YES.includes(active) && !NO.includes(active)
          ? t('active is %s, and not true or false', active)
          : undefined
    const email = cellOf('email')
    return {
      line,
      username: cellOf('username') ?? '',
      firstName: cellOf('first_name'),
      lastName: cellOf('last_name'),
      email: email === '' ? null : email,
      roles: namesOf(cellOf('roles')),
      groups: namesOf(cellOf('groups')),
      attributes: new Map(
        columns.flatMap((name, index) =>
          name.startsWith(ATTRIBUTE_COLUMN)
            ? [[name.slice(ATTRIBUTE_COLUMN.length), namesOf(cellAt(index)) ?? []] as const]
            : [],
        ),
      ),
      isActive: active === '' ? undefined : YES.includes(active),
      problem,
    }
  })
}

/** Returns the names of the columns; those of attributes keep their letter case. */
function columnsOf(cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => {
    const name = cell.trim()
    const start = name.slice(0, ATTRIBUTE_COLUMN.length).toLowerCase()
    return start === ATTRIBUTE_COLUMN ? start + name.slice(start.length).trim() : name.toLowerCase()
  })
  const unknown = names.filter((name) => !isKnownColumn(name))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (unknown.length + twice.length > 0 || !names.includes('username')) {
    const named = [...new Set([...unknown, ...twice])].map((name) => JSON.stringify(name)).join(', ')
    throw new ApiError('users-file-columns', { args: [named === '' ? 'no username' : named] })
  }
  return names
}

function isKnownColumn(name: string): boolean {
  const known: readonly string[] = USER_COLUMNS
  if (!name.startsWith(ATTRIBUTE_COLUMN)) return known.includes(name)
  return attributeName.safeParse(name.slice(ATTRIBUTE_COLUMN.length)).success
}

function namesOf(cell: string | undefined): readonly string[] | undefined {
  if (cell === undefined) return undefined
  const names = cell.split(';').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Users per chunk of a file. */
const CHUNK = 1000

/** Returns all users but service accounts as a CSV file that can be imported, in chunks, by user name. */
export async function* printUserFile(store: Store): AsyncGenerator<string> {
  const roles = new Map((await store.roles.list({})).rows.map(({ id, name }) => [id, name]))
  const groups = (await store.groups.list({ order: [{ column: 'name', direction: 'asc' }] })).rows
  yield csvHeadings(USER_COLUMNS)
  for (let page = 0; ; page++) {
    const order = [{ column: 'username', direction: 'asc' as const }]
    const where = { col: 'is_service', op: 'eq', value: false } as const
    const { rows } = await store.users.list({ where, order, page, pageSize: CHUNK })
    const cells = rows.map((user) => cellsOf(user, roles, groups))
    const columns = USER_COLUMNS.map(
      (name) => ({ name, type: STRING, values: cells.map((each) => each[name]) }) as const,
    )
    yield csvRows({ columns, rowCount: rows.length })
    if (rows.length < CHUNK) return
  }
}

interface NamedGroup {
  readonly name: string
  readonly users: readonly number[]
}

function cellsOf(
  user: User,
  roles: ReadonlyMap<number, string>,
  groups: readonly NamedGroup[],
): Record<UserColumn, string> {
  const { id, username, first_name, last_name, email, active } = user
  const ofUser = groups.filter((group) => group.users.includes(id))
  return {
    username,
    first_name,
    last_name,
    email: email ?? '',
    roles: joinNames(user.roles.flatMap((role) => roles.get(role) ?? [])),
    groups: joinNames(ofUser.map(({ name }) => name)),
    active: String(active),
  }
}

/** Returns names as one cell. */
export function joinNames(names: readonly string[]): string {
  return names.toSorted().join('; ')
}
