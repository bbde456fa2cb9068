import type { ErrorType } from './issues.ts'

/** The severity of an error, as on the wire. */
export type ErrorLevel = 'info' | 'warning' | 'error'

/** The format of the error body: `{message}`, `{errors: [...]}` or `{msg}`. */
export type BodyFamily = 'message' | 'errors' | 'msg'

/** One type of error. */
export interface ErrorRow {
  /** HTTP status; 0 for errors that only occur in the browser. */
  readonly status: number
  readonly type: ErrorType
  readonly level: ErrorLevel
  readonly body: BodyFamily
  /** English text, `%s` for each argument in order. */
  readonly message: string
  /** A hint how the user can fix it. */
  readonly remedy: string
  /** True if the user may see the cause, the SQL and further details. */
  readonly detail: boolean
}

/** Deviations of a row from the usual values. */
export type ErrorRowOptions = Partial<Pick<ErrorRow, 'type' | 'level' | 'body' | 'detail'>>

/** Returns a row of the catalogue. */
export function errorRow(status: number, message: string, remedy: string, options: ErrorRowOptions = {}): ErrorRow {
  return {
    status,
    message,
    remedy,
    type: 'GENERIC_BACKEND_ERROR',
    level: 'error',
    body: 'message',
    detail: true,
    ...options,
  }
}

/** The type and format of errors that many rows share. */
export const ERROR_FORMS = {
  format: { type: 'INVALID_PAYLOAD_FORMAT_ERROR' },
  schema: { type: 'INVALID_PAYLOAD_SCHEMA_ERROR' },
  token: { body: 'msg', detail: false },
  engine: (type: ErrorType): ErrorRowOptions => ({ type, body: 'errors' }),
} as const

/** Hints for errors that many rows share. */
export const REMEDIES = {
  retry: 'Try again; if it happens again, tell the administrator what you did.',
  ask: 'Ask an owner or the administrator for access.',
  correct: 'Correct the request and send it again.',
  reload: 'Reload the page and try again.',
  connection: 'Correct the connection settings and test them again.',
} as const

const { format, schema, token, engine } = ERROR_FORMS
const { retry, ask, correct, reload, connection } = REMEDIES

/**
 * The errors of the catalogue that code in the browser creates or recognizes by their status. The others are only on
 * the server, whose responses contain their texts.
 */
export const browserErrors = {
  'q-unreadable': errorRow(400, 'Not a valid rison/json argument', correct, format),
  'fields-refused': errorRow(422, 'Could not process entity', 'Correct these fields.', schema),
  'bound-passed': errorRow(400, '%s %s exceed the limit of %s for %s', 'Request less data at a time.', schema),
  'too-many-requests': errorRow(429, 'Too many requests', 'Wait a moment and try again.'),
  'version-conflict': errorRow(
    412,
    'This was changed by someone else',
    'Reload to see their version, then save again.',
  ),
  'flag-off': errorRow(404, 'Not found', 'Ask the administrator to turn on the feature %s.'),
  'token-missing': errorRow(401, 'Missing Authorization Header', 'Send a bearer token.', token),
  'csrf-wrong': errorRow(400, '400 Bad Request: The CSRF token is invalid.', reload, { body: 'errors' }),
  'dataset-access': errorRow(
    403,
    'This endpoint requires the datasource %s, database or `all_datasource_access` permission',
    ask,
    engine('DATASOURCE_SECURITY_ACCESS_ERROR'),
  ),
  'dashboard-access': errorRow(
    403,
    'You have no access to this dashboard',
    ask,
    engine('DASHBOARD_SECURITY_ACCESS_ERROR'),
  ),
  'password-wrong': errorRow(403, 'The current password is wrong', 'Type the password you signed in with.'),
  'folder-not-empty': errorRow(
    422,
    'The folder is not empty',
    'Move its contents, or delete it with contents=up, which moves them to the folder above.',
  ),
  'not-found': errorRow(404, 'Not found', 'It may have been deleted; go back to the list.'),
  'dataset-missing': errorRow(404, 'Dataset does not exist', 'Choose another dataset.', {
    type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
  }),
  'database-missing': errorRow(404, 'Database not found', 'Choose another database.', {
    type: 'DATABASE_NOT_FOUND_ERROR',
  }),
  'upload-table-exists': errorRow(422, 'The table "%s" already exists', 'Choose another name.'),
  'post-wrong': errorRow(400, '%s', correct),
  'uri-wrong': errorRow(
    422,
    'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
    connection,
  ),
  network: errorRow(0, "Can't reach the server.", 'Check your connection and try again.', {
    type: 'FRONTEND_NETWORK_ERROR',
  }),
  timeout: errorRow(0, 'Query timeout', 'Narrow the filters or query less data.', { type: 'FRONTEND_TIMEOUT_ERROR' }),
  'status-unexpected': errorRow(0, 'Received unexpected response status (%s) while fetching chart data', retry),
  'answer-unreadable': errorRow(0, 'The response of the server cannot be read', retry),
} as const satisfies Readonly<Record<string, ErrorRow>>

/** The code of an error that code in the browser creates or recognizes. */
export type BrowserErrorCode = keyof typeof browserErrors
