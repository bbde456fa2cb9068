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
  /** What the user can do about it. */
  readonly remedy: string
  /** True if the user may see the cause, the SQL and further details. */
  readonly detail: boolean
}

type Options = Partial<Pick<ErrorRow, 'type' | 'level' | 'body' | 'detail'>>

function row(status: number, message: string, remedy: string, options: Options = {}): ErrorRow {
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

const format: Options = { type: 'INVALID_PAYLOAD_FORMAT_ERROR' }
const schema: Options = { type: 'INVALID_PAYLOAD_SCHEMA_ERROR' }
const command: Options = { type: 'GENERIC_COMMAND_ERROR', level: 'warning', body: 'errors' }
const engine = (type: ErrorType): Options => ({ type, body: 'errors' })
const token: Options = { body: 'msg', detail: false }

const retry = 'Try again; if it happens again, tell the administrator what you did.'
const ask = 'Ask an owner or the administrator for access.'
const higher = 'ask an administrator for a higher quota.'
const raise = 'an administrator can raise it'
const correct = 'Correct the request and send it again.'
const query = 'Correct the query and run it again.'
const connection = 'Correct the connection settings and test them again.'
const reload = 'Reload the page and try again.'

/** All errors by code. The server throws by code; the UI shows the same text. */
export const errors = {
  'arguments-wrong': row(400, 'Arguments are not correct', correct),
  'not-json': row(400, 'Request is not JSON', correct, format),
  'payload-not-json': row(400, 'Request payload is not JSON', correct, format),
  'not-multipart': row(400, "Request MIME type is not 'multipart/form-data'", correct, format),
  'method-unknown': row(405, 'No URL supports the method %s', correct, format),
  'request-wrong': row(400, 'Request is incorrect: %s', correct, schema),
  'fields-wrong': row(400, 'Some fields are not valid', 'Correct these fields.', schema),
  'fields-refused': row(422, 'Could not process entity', 'Correct these fields.', schema),
  'q-unreadable': row(400, 'Not a valid rison/json argument', correct, format),
  'q-schema': row(400, 'Not a valid rison schema %s', correct, schema),
  'order-column': row(400, 'Invalid order by column: %s', 'Order by a column listed in order_columns.', schema),
  'filter-column': row(400, 'Filter column: %s not allowed to filter', 'Filter by a column listed by _info.', schema),
  'filter-operator': row(
    400,
    'Filter operation: %s not allowed on column: %s',
    'Use an operator listed by _info.',
    schema,
  ),
  'method-not-allowed': row(405, '405 Method Not Allowed', correct, { body: 'errors' }),
  'payload-too-large': row(413, 'The request is larger than %s bytes', 'Send less at once.'),
  'call-unreadable': row(400, 'The request is not valid HTTP', correct, format),
  'head-too-large': row(
    431,
    'The URL and the headers are larger than 131072 bytes',
    'Shorten them, or send the data in the body.',
  ),
  'call-slow': row(408, 'The request was not complete in time', 'Send it again, without pauses.'),
  'bound-passed': row(400, '%s %s exceed the limit of %s for %s', 'Request less data at a time.', schema),
  'work-waiting': row(
    429,
    '%s of your tasks are already running or waiting',
    'Wait until they are done, then try again.',
  ),
  'work-timeout': row(504, 'This took longer than %s seconds and was stopped', 'Request less data at a time.'),
  'work-memory': row(413, 'This exceeded its memory limit and was stopped', 'Request less data at a time.'),
  'too-many-requests': row(429, 'Too many requests', 'Wait a moment and try again.'),
  'quota-queries': row(
    429,
    `Your quota is %s queries at a time, and none of them ended in time; ${raise}`,
    `Try again when they have ended, or ${higher}`,
  ),
  'quota-exports': row(
    429,
    `Your quota of %s exports per hour is used up until %s UTC; ${raise}`,
    `Wait until then, or ${higher}`,
  ),
  'quota-uploads': row(
    429,
    `Your quota is %s of uploads in 24 hours; a file of %s is possible from %s UTC; ${raise}`,
    `Wait until then, upload a smaller file, or ${higher}`,
  ),
  'quota-upload-size': row(
    413,
    `The file has %s, and your quota is %s of uploads in 24 hours; ${raise}`,
    `Upload a smaller file, or ${higher}`,
  ),
  'quota-subject': row(400, 'A quota names one user or role', 'Send exactly one of them.'),
  'quota-exists': row(422, 'There is already a quota for %s', 'Change its values.'),
  'quota-admin': row(422, 'Quotas of roles do not limit administrators', 'Set the quota of a user instead.'),
  'version-conflict': row(412, 'This was changed by someone else', 'Reload to see their version, then save again.'),
  internal: row(500, 'Fatal error', retry, { detail: false }),
  unavailable: row(503, 'The server is not ready', 'Wait a moment and try again.', { detail: false }),
  'flag-off': row(404, 'Not found', 'Ask the administrator to turn on the feature %s.'),

  'not-signed-in': row(401, 'Not authorized', 'Sign in and try again.', { detail: false }),
  'token-missing': row(401, 'Missing Authorization Header', 'Send a bearer token.', token),
  'token-expired': row(401, 'Token has expired', 'Request a new token.', token),
  'token-wrong': row(422, 'Signature verification failed', 'Request a new token.', token),
  'channel-missing': row(401, 'The channel of the session is missing', reload, { detail: false }),
  'link-used': row(
    401,
    'This sign-in link has been used or has expired',
    'Request a new sign-in link or sign in with your password.',
    {
      detail: false,
    },
  ),
  'code-required': row(401, 'A code of your authenticator app is required', 'Send it as code.', { detail: false }),
  'code-wrong': row(403, 'The code is wrong or has been used', 'Wait for the next code, and type that one.'),
  'code-limit': row(
    429,
    'There were too many wrong codes',
    'Wait ten minutes. If this stays, ask the administrator to reset your second factor.',
    { detail: false },
  ),
  'second-factor-set': row(422, 'There is a second factor already', 'Remove it first.'),
  'second-factor-none': row(422, 'There is no second factor', 'Set one up first.'),
  'second-factor-stale': row(
    403,
    'A second factor is set up within ten minutes of the sign-in',
    'Sign out, sign in again, and set it up then.',
  ),
  'second-factor-expired': row(422, 'This set-up of a second factor has expired', 'Begin it again.'),
  'second-factor-unreadable': row(
    409,
    'Your second factor cannot be read with the secret key of the server',
    'Ask the administrator to reset your second factor.',
    { detail: false },
  ),
  'second-factor-required': row(
    403,
    'Everyone needs a second factor here',
    'Set one up when you sign in at the sign-in page.',
    { detail: false },
  ),
  'provider-unknown': row(404, 'There is no identity provider %s', 'Choose another way to sign in.', { detail: false }),
  'provider-unavailable': row(
    503,
    'The identity provider does not respond',
    'Try again later, or sign in with a password.',
    { detail: false },
  ),
  'provider-response': row(
    401,
    'The identity provider did not confirm the sign-in',
    'Sign in again; if it happens again, tell the administrator.',
    { detail: false },
  ),
  'sign-in-expired': row(401, 'This sign-in has expired', 'Sign in again.', { detail: false }),
  'identity-claim-missing': row(
    403,
    'The identity provider sent no %s',
    'Ask the administrator to correct the claims of the provider.',
    { detail: false },
  ),
  'identity-groups': row(
    403,
    'The identity provider sent %s groups; the limit is %s',
    'Ask the administrator to limit the groups that the provider sends.',
    { detail: false },
  ),
  'identity-failed': row(
    403,
    'Your account at the identity provider cannot be used',
    'Ask the administrator: the log of the server has the reason.',
    { detail: false },
  ),
  'identity-inactive': row(403, 'Your user is not active', 'Ask the administrator to activate your user.', {
    detail: false,
  }),
  'identity-unknown': row(403, 'You have no user here', 'Ask the administrator to create one for you.', {
    detail: false,
  }),
  'identity-linked': row(
    422,
    'The account %s is linked to the user %s',
    'Remove that link first: facet user link NAME PROVIDER --remove.',
  ),
  'identity-name-used': row(
    403,
    'Another user has your user name',
    'Ask the administrator to link your account: facet user link.',
    { detail: false },
  ),
  'identity-email-used': row(
    403,
    'Another user has your e-mail address',
    'Ask the administrator to link your account: facet user link.',
    { detail: false },
  ),
  'proxy-header-wrong': row(
    403,
    'The header %s of the proxy has no valid user name or list',
    'Ask the administrator to correct the headers of the proxy.',
    { detail: false },
  ),
  'scim-token-wrong': row(
    401,
    'The bearer token is not one of a SCIM client',
    'Create a token: facet user scim-token.',
    {
      detail: false,
    },
  ),
  'scim-wrong': row(400, 'The SCIM request is not valid: %s', 'Correct the request.'),
  'scim-used': row(
    409,
    'Another user or group has %s',
    'Choose another value, or link the account of a user: facet user link.',
  ),
  'scim-user-deleted': row(
    409,
    'The user of the account %s was deleted in Facet',
    'Remove the user from the application at the provider.',
  ),
  'csrf-missing': row(400, '400 Bad Request: The CSRF token is missing.', reload, { body: 'errors' }),
  'csrf-wrong': row(400, '400 Bad Request: The CSRF token is invalid.', reload, { body: 'errors' }),
  forbidden: row(403, 'Forbidden', ask, { detail: false }),
  'not-owner': row(403, 'You have to be an owner to change this', ask, {
    type: 'MISSING_OWNERSHIP_ERROR',
    body: 'errors',
  }),
  'not-a-part': row(
    403,
    'This URL cannot be loaded as an image, script or style of a page',
    'Open it in a window, or link to it.',
  ),
  'dashboards-forbidden': row(403, 'Changing one or more of these dashboards is forbidden', ask),
  'chart-create-forbidden': row(403, "You don't have the rights to create a chart", ask),
  'chart-alter-forbidden': row(403, "You don't have the rights to alter this chart", ask),
  'dashboard-create-forbidden': row(403, "You don't have the rights to create a dashboard", ask),
  'table-access': row(
    403,
    'You need access to the following tables: %s, `all_database_access` or `all_datasource_access` permission',
    ask,
    engine('TABLE_SECURITY_ACCESS_ERROR'),
  ),
  'dataset-access': row(
    403,
    'This endpoint requires the datasource %s, database or `all_datasource_access` permission',
    ask,
    engine('DATASOURCE_SECURITY_ACCESS_ERROR'),
  ),
  'database-access': row(403, 'You have no access to the database %s', ask, engine('DATABASE_SECURITY_ACCESS_ERROR')),
  'dashboard-access': row(403, 'You have no access to this dashboard', ask, engine('DASHBOARD_SECURITY_ACCESS_ERROR')),
  'roles-closed': row(
    403,
    'You cannot add roles: the dashboard gives its roles access to data that you may not read',
    'Ask an owner who may read the data, or the administrator, to add the roles.',
    engine('DASHBOARD_SECURITY_ACCESS_ERROR'),
  ),
  'charts-unseen': row(
    403,
    'You cannot add charts that you may not see: %s',
    'Remove these charts, or ask their owners for access.',
    engine('CHART_SECURITY_ACCESS_ERROR'),
  ),
  'chart-access': row(403, 'You have no access to this chart', ask, engine('CHART_SECURITY_ACCESS_ERROR')),
  'token-revoked': row(401, 'Token has been revoked', 'Request a new token.', token),
  'token-read-only': row(403, 'The API token may only read', 'Use a token with the scope write.'),
  'token-account': row(
    403,
    'API tokens and bearer tokens cannot make this change to accounts, roles, groups or tokens',
    'Sign in with a browser.',
  ),
  'attribute-missing': row(
    403,
    'You have no attribute %s, which the SQL reads',
    'Ask an administrator to set the attribute for you.',
  ),
  'mask-columns': row(403, 'All columns of a table are hidden from you', ask),
  'mask-engine': row(422, 'The mask %s is not available on %s', 'Choose another mask.'),
  'mask-metric': row(403, 'The metric %s reads the column %s, which is hidden from you', ask),
  'guest-call': row(403, 'Guest tokens cannot make this call', 'Sign in to use other parts of the application.'),
  'guest-query': row(
    403,
    'The query differs from those of the dashboard: %s',
    'Query the charts and the filters of the dashboard as they are saved.',
  ),
  'guest-resource': row(
    400,
    'The dashboard %s is not embedded',
    'Allow embedding of the dashboard, and name it by the uuid of its embedding.',
  ),
  'password-wrong': row(403, 'The current password is wrong', 'Type the password you signed in with.'),
  'password-short': row(422, 'The new password has fewer than %s characters', 'Choose a longer one.'),
  'password-long': row(422, 'The new password has more than %s characters', 'Choose a shorter one.'),
  'password-is-username': row(422, 'The new password is the user name', 'Choose another password.'),
  'dataset-protected': row(
    403,
    'Row-level security rules or column masks apply to the dataset',
    'Ask somebody who may change them to delete the dataset or change its source.',
  ),
  'password-provider': row(
    403,
    'Your account signs in at an identity provider',
    'Ask an administrator for a sign-in link if you need a password.',
  ),
  'password-by-setting': row(
    422,
    'The setting FACET_ADMIN_PASSWORD determines the password of %s',
    'Change or remove the setting, and restart Facet.',
  ),
  'user-missing': row(404, 'There is no user %s', 'Name an existing user; facet user list shows them.'),
  'user-inactive': row(422, 'The user %s is not active', 'Activate the user: facet user activate NAME.'),
  'user-exists': row(422, 'There is already a user %s', 'Choose another user name.'),
  'user-name-wrong': row(
    422,
    'The user name %s is not valid: 1 to %s characters, no spaces at its ends, no control characters',
    'Choose another user name.',
  ),
  'email-wrong': row(422, '%s is not an e-mail address', 'Correct the e-mail address.'),
  'email-used': row(422, 'Another user has the e-mail address %s', 'Choose another e-mail address.'),
  'role-unknown': row(422, 'There is no role %s; there are %s', 'Name one of these roles.'),
  'role-none': row(422, 'A user needs at least one role; there are %s', 'Name one of these roles.'),
  'users-file-columns': row(
    422,
    'The file of users has wrong columns: %s',
    'Use username, first_name, last_name, email, roles, groups and active; only username is required.',
  ),
  'users-file-quote': row(
    422,
    'A quote in line %s of the file is not closed',
    'Correct the file, and import it again.',
  ),
  'user-owns': row(
    422,
    '%s is the only owner of %s dashboards, charts, datasets and databases',
    'Hand them over to another user, then delete this one.',
  ),
  'user-initial': row(
    422,
    '%s is the initial administrator and keeps its name',
    'Deactivate it, or take its role Admin.',
  ),
  'user-self-link': row(
    422,
    'A sign-in link for yourself would end this session',
    'Change your password in your account.',
  ),
  'user-self-factor': row(
    422,
    'You cannot reset your own second factor here',
    'Remove it in your account, with your password and a code.',
  ),
  'role-built-in': row(422, 'The role %s is built in', 'Duplicate it, and change the copy.'),
  'role-has-rules': row(
    422,
    'The role %s is used by %s row-level security rules and column masks',
    'Take it out of these rules and masks, then delete it.',
  ),
  'role-has-dashboards': row(
    422,
    'The role %s restricts %s dashboards',
    'Remove it from these dashboards, then delete it.',
  ),
  'role-name-taken': row(422, 'There is already a role %s', 'Choose another name.'),
  'group-name-taken': row(422, 'There is already a group %s', 'Choose another name.'),
  'grant-exists': row(422, 'There is already a grant for %s', 'Change its level.'),
  'grant-object': row(400, 'A grant names one dashboard, dataset, database or folder', 'Send exactly one of them.'),
  'grant-level': row(
    403,
    'The folder contains objects on which you do not have this level of access',
    'Ask an administrator to share the folder.',
  ),
  'folder-closed': row(
    403,
    'The move would give more users access to an object that you do not own',
    'Ask an owner of the object or an administrator to move it.',
  ),
  'folder-not-empty': row(
    422,
    'The folder is not empty',
    'Move its contents, or delete it with contents=up, which moves them to the folder above.',
  ),
  'grant-subject': row(400, 'A grant names one user, group or role', 'Send exactly one of them.'),
  'grant-public': row(
    403,
    'Only administrators grant access to the role Public',
    'Ask an administrator: its grants open data to everyone, without signing in.',
  ),
  'permission-unknown': row(422, 'There is no permission %s on %s', 'List the permissions, and name one of them.'),
  'last-admin': row(
    422,
    '%s is the last active administrator who can sign in',
    'Give the role Admin to another active user who has a password first.',
  ),

  'not-found': row(404, 'Not found', 'It may have been deleted; go back to the list.'),
  'lines-missing': row(
    404,
    'The source chart %s does not exist',
    'Choose another chart, or ask an owner of this one for access.',
  ),
  'lines-none': row(400, 'The chart "%s" has no lines over time', 'Choose a line chart instead.'),
  'dataset-missing': row(404, 'Dataset does not exist', 'Choose another dataset.', {
    type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
  }),
  'dataset-type': row(400, 'Unknown datasource type: %s', correct, { type: 'UNKNOWN_DATASOURCE_TYPE_ERROR' }),
  'database-missing': row(404, 'Database not found', 'Choose another database.', { type: 'DATABASE_NOT_FOUND_ERROR' }),
  'not-created': row(422, '%s could not be created.', retry),
  'not-updated': row(422, '%s could not be updated.', retry),
  'not-deleted': row(422, '%s could not be deleted.', retry),
  'has-reports': row(422, 'There are associated alerts or reports: %s', 'Delete the alerts and reports first.'),
  'database-in-use': row(422, 'Cannot delete a database that has datasets attached', 'Delete its datasets first.'),
  'managed-externally': row(
    403,
    'This is managed externally, and cannot be edited in the product',
    'Change it where it is managed.',
  ),

  'query-empty': row(400, 'Empty query?', 'Choose at least one column or metric.'),
  'time-column-none': row(
    400,
    'Datetime column not provided as part table configuration and is required by this type of chart',
    'Choose a time column.',
  ),
  'time-column-unknown': row(400, 'Time column "%s" does not exist in dataset', 'Choose a time column of the dataset.'),
  'time-range-wrong': row(400, 'Unexpected time range: %s', 'Correct the time range.'),
  'time-grain-wrong': row(400, 'The database cannot group time by %s', 'Choose another time grain.'),
  'time-comparison-open': row(
    400,
    'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
    'Choose a time range with a start and an end.',
  ),
  'metric-unknown': row(400, "Metric '%s' does not exist", 'Choose a metric of the dataset.'),
  'metric-aggregate': row(400, 'Adhoc metric aggregate is invalid', 'Choose an aggregate and a column.'),
  'metric-sql': row(400, 'Adhoc metric SQL expression is invalid', 'Correct the expression of the metric.'),
  'metric-type': row(400, 'Adhoc metric expressionType is invalid', 'Make the metric simple or custom SQL.'),
  'columns-unknown': row(400, 'Columns missing in dataset: %s', 'Choose columns of the dataset.'),
  'orderby-unknown': row(400, 'Unknown column used in orderby: %s', 'Sort by a column or metric of the query.'),
  'labels-duplicate': row(
    400,
    'Duplicate column/metric labels: %s. Please make sure all columns and metrics have a unique label.',
    'Rename one of them.',
  ),
  'series-columns-unknown': row(
    400,
    'The following entries in `series_columns` are missing in `columns`: %s. ',
    'Choose series among the columns.',
  ),
  'grouping-sets-unknown': row(
    400,
    'The following entries in `grouping_sets` are missing in `columns`: %s.',
    'Choose groupings of the columns.',
  ),
  'orderby-empty': row(400, 'orderby column must be populated', 'Choose a column or metric to sort by.'),
  'result-type-wrong': row(400, 'Invalid result type: %s', correct),
  'result-empty': row(400, 'Empty query result', 'Send at least one query.'),
  'filter-empty': row(400, 'Filter value list cannot be empty', 'Choose at least one value.'),
  'filter-value-none': row(
    400,
    'Must specify a value for filters with comparison operators',
    'Give the filter a value.',
  ),
  'advanced-type-unknown': row(400, 'Invalid advanced data type: %s', 'Choose a type listed by /types.'),
  'advanced-value': row(400, 'The value is not of the type of its column: %s', 'Correct the value of the filter.'),
  'filter-operation': row(400, 'Invalid filter operation type: %s', 'Choose another operator.'),
  'columns-lost': row(400, 'Db engine did not return all queried columns', query),
  'subquery-unsupported': row(400, 'Database does not support subqueries', 'Remove the series limit.'),
  'subquery-refused': row(
    400,
    'Custom SQL fields cannot contain sub-queries.',
    query,
    engine('ADHOC_SUBQUERY_NOT_ALLOWED_ERROR'),
  ),
  'clause-wrong': row(400, 'The %s clause is not a single expression', query, { type: 'INVALID_SQL_ERROR' }),
  'clause-unclosed': row(400, 'Unclosed parenthesis in filter clause', query, { type: 'INVALID_SQL_ERROR' }),
  'clause-unopened': row(400, 'Closing unopened parenthesis in filter clause', query, { type: 'INVALID_SQL_ERROR' }),
  'clause-many': row(400, 'Clause contains multiple statements', query, { type: 'INVALID_SQL_ERROR' }),
  'virtual-not-select': row(400, 'Virtual dataset query must be read-only', 'Make the dataset a single SELECT.'),
  'virtual-many': row(
    400,
    'Virtual dataset query cannot consist of multiple statements',
    'Make the dataset a single SELECT.',
  ),
  'virtual-empty': row(400, 'Virtual dataset query cannot be empty', 'Write the SQL of the dataset.'),
  'columns-repeated': row(
    400,
    'Columns %s and %s of the query have the same name: %s',
    'Give one of them another name with AS.',
  ),
  'virtual-template': row(
    400,
    'Error while rendering virtual dataset query: %s',
    'Correct the template of the dataset.',
  ),
  'where-template': row(400, 'Error in jinja expression in WHERE clause: %s', 'Correct the template.'),
  'having-template': row(400, 'Error in jinja expression in HAVING clause: %s', 'Correct the template.'),
  'rules-template': row(
    400,
    'Error in jinja expression in RLS filters: %s',
    'Ask the administrator to correct the rule.',
  ),
  'rules-unsafe': row(
    403,
    'Row-level security cannot be applied to this SQL: %s',
    'Name each table directly in FROM or JOIN, or ask the administrator for a dataset.',
    engine('DATASOURCE_SECURITY_ACCESS_ERROR'),
  ),
  'predicate-template': row(
    400,
    'Error in jinja expression in fetch values predicate: %s',
    'Correct the template of the dataset.',
  ),
  'template-missing': row(
    400,
    'Parameters of the template are missing: %s',
    'Give the parameters.',
    engine('MISSING_TEMPLATE_PARAMS_ERROR'),
  ),
  'template-wrong': row(
    400,
    'The template cannot be read: %s',
    'Correct the template.',
    engine('INVALID_TEMPLATE_PARAMS_ERROR'),
  ),
  'annotation-layer-used': row(422, 'Annotation layer has associated annotations.', 'Delete its annotations first.'),
  'annotation-layers-hidden': row(
    403,
    'You may not read these annotation layers: %s',
    'Choose other layers, or ask the administrator for the right to read annotations.',
  ),
  'annotation-layer-missing': row(400, 'Annotation layer with ID %s was not found', 'Choose another annotation layer.'),
  'annotation-chart-missing': row(
    400,
    'The chart of the annotation layer %s was not found, or it has no query context saved.',
    'Choose another chart, or open and save it.',
  ),
  'post-unknown': row(400, 'Unsupported post processing operation: %s', correct),
  'post-undefined': row(400, '`operation` property of post processing object undefined', correct),
  'post-wrong': row(400, '%s', correct),
  'sankey-loop': row(
    400,
    "There's a loop in your Sankey, please provide a tree. Here's a faulty link: %s",
    'Remove one of the links of the loop.',
  ),
  'format-wrong': row(400, 'Unsupported result_format: %s', 'Use json, csv or xlsx.'),
  'chart-unsaved-query': row(
    400,
    'Chart has no query context saved. Please save the chart again.',
    'Open the chart and save it.',
  ),
  'cache-lost': row(422, 'Error loading data from cache', 'Request the data again.'),
  'query-failed': row(400, 'Error: %s', query, { type: 'GENERIC_DB_ENGINE_ERROR' }),
  'engine-ended': row(
    422,
    'The query exceeded the memory limit of its database engine and was stopped',
    'Query fewer rows, fewer groups or shorter texts.',
    { ...engine('GENERIC_DB_ENGINE_ERROR') },
  ),
  'engine-ended-shape': row(
    422,
    'A similar query crashed its database engine; such queries are blocked until %s',
    'Query fewer rows, fewer groups or shorter texts, or wait.',
    { ...engine('GENERIC_DB_ENGINE_ERROR') },
  ),
  'engine-ended-author': row(
    422,
    'Your queries crashed this database engine %s times within ten minutes; your new queries are blocked until %s',
    'Wait, then query fewer rows, fewer groups or shorter texts.',
    { ...engine('GENERIC_DB_ENGINE_ERROR') },
  ),
  'engine-lost': row(503, 'The database engine crashed repeatedly during the query', 'Wait a moment and try again.', {
    ...engine('GENERIC_DB_ENGINE_ERROR'),
  }),
  'file-held-by-other-home': row(
    503,
    'The file of the database "%s" is held by another server: %s',
    'Send the request to that server, or move the file there and run "facet home claim" here.',
    { ...engine('GENERIC_DB_ENGINE_ERROR') },
  ),
  'load-lost': row(
    422,
    'The file could not be loaded: it exceeds the memory limit of the database engine. The table is unchanged',
    'Upload the file in parts.',
  ),
  'query-timeout': row(504, 'The query took longer than %s seconds', 'Narrow the filters or query less data.', {
    type: 'BACKEND_TIMEOUT_ERROR',
  }),
  'query-stopped': row(409, 'The query was stopped', 'Run it again.', engine('GENERIC_BACKEND_ERROR')),
  'statement-failed': row(400, '[Statement %s out of %s] %s', query, engine('GENERIC_DB_ENGINE_ERROR')),
  'statement-refused': row(403, '[Statement %s out of %s] %s', query, engine('INVALID_SQL_ERROR')),
  'statement-dml-refused': row(403, '[Statement %s out of %s] %s', query, engine('DML_NOT_ALLOWED_ERROR')),
  'sql-nothing': row(400, 'The SQL has no statement', 'Write a statement and run it.', engine('SYNTAX_ERROR')),
  'sqllab-hidden': row(
    403,
    'The database %s is not available in the SQL editor',
    'Choose another database, or ask an administrator to set "Expose in SQL Lab".',
    engine('DATABASE_SECURITY_ACCESS_ERROR'),
  ),
  'result-expired': row(
    410,
    'The rows of this query are no longer stored',
    'Run the query again.',
    engine('RESULTS_BACKEND_ERROR'),
  ),
  'export-not-ready': row(409, 'The export is not complete yet', 'Wait until it is complete.', { body: 'errors' }),
  'export-expired': row(
    410,
    'The file of this export has expired',
    'Start the export again.',
    engine('RESULTS_BACKEND_ERROR'),
  ),
  'export-other-home': row(
    503,
    'The file of this export is on another server: %s',
    'Open the link on that server, or start the export again.',
    engine('RESULTS_BACKEND_ERROR'),
  ),
  'export-withdrawn': row(
    403,
    'The file of this export was removed because the rows you may see have changed',
    'Start the export again.',
    engine('RESULTS_BACKEND_ERROR'),
  ),
  'ctas-off': row(
    403,
    'The database %s does not allow CREATE TABLE AS or CREATE VIEW AS',
    'Save the query as a dataset, or ask an administrator.',
    engine('DML_NOT_ALLOWED_ERROR'),
  ),
  'ctas-examples': row(
    403,
    'Tables and views cannot be created in the database of the examples',
    'Choose another database.',
    engine('DML_NOT_ALLOWED_ERROR'),
  ),
  'ctas-engine': row(
    400,
    'Databases of %s cannot create tables or views from a query',
    'Choose another database, or save the query as a dataset.',
    engine('GENERIC_DB_ENGINE_ERROR'),
  ),
  'ctas-not-select': row(
    400,
    'CTAS (create table as select) can only be run with a query where the last statement is a SELECT. Please make sure your query has a SELECT as its last statement. Then, try running your query again.',
    query,
    engine('INVALID_CTAS_QUERY_ERROR'),
  ),
  'cvas-not-select': row(
    400,
    'CVAS (create view as select) can only be run with a query with a single SELECT statement. Please make sure your query has only a SELECT statement. Then, try running your query again.',
    query,
    engine('INVALID_CVAS_QUERY_ERROR'),
  ),
  'ctas-name': row(
    400,
    'The name of the table or view is empty, too long, or has control characters',
    'Choose another name.',
    engine('GENERIC_DB_ENGINE_ERROR'),
  ),
  'ctas-exists': row(400, 'The table "%s" already exists', 'Choose another name.', engine('GENERIC_DB_ENGINE_ERROR')),
  'ctas-schema': row(
    400,
    'The database has no schema "%s"',
    'Choose another schema.',
    engine('SCHEMA_DOES_NOT_EXIST_ERROR'),
  ),
  'ctas-rules': row(
    403,
    'Tables and views cannot be created from %s: row-level security applies to you there',
    'Run the query alone, or leave out these tables.',
    engine('INVALID_SQL_ERROR'),
  ),
  'created-table-hidden': row(
    403,
    'You cannot read "%s": row-level security applies to you on its sources: %s',
    'Query the sources themselves, or ask an administrator.',
    engine('TABLE_SECURITY_ACCESS_ERROR'),
  ),
  'plan-hidden': row(
    403,
    'The query plan is hidden because row-level security applies to you on: %s',
    'Run the query, or ask an administrator for its plan.',
    engine('INVALID_SQL_ERROR'),
  ),
  'estimate-off': row(
    400,
    'The database has no cost estimate',
    'Run the query, or look at its plan.',
    engine('GENERIC_COMMAND_ERROR'),
  ),
  'queue-full': row(503, 'Too many queries are waiting', 'Wait a moment and try again.', {
    type: 'ASYNC_WORKERS_ERROR',
  }),
  'result-too-large': row(400, 'The result is larger than %s', 'Lower the row limit or group the data.', {
    type: 'RESULT_TOO_LARGE_ERROR',
  }),

  'column-missing': row(400, 'The column "%s" does not exist', query, engine('COLUMN_DOES_NOT_EXIST_ERROR')),
  'table-missing': row(400, 'The table "%s" does not exist', query, engine('TABLE_DOES_NOT_EXIST_ERROR')),
  'schema-missing': row(400, 'The schema "%s" does not exist', query, engine('SCHEMA_DOES_NOT_EXIST_ERROR')),
  'object-missing': row(400, '"%s" does not exist in the database', query, engine('OBJECT_DOES_NOT_EXIST_ERROR')),
  'operator-missing': row(
    400,
    'The database has no operator for these types: %s',
    'Compare values of one type. If the type of a column has changed in the database, refresh the columns of its dataset.',
    engine('OBJECT_DOES_NOT_EXIST_ERROR'),
  ),
  'sql-syntax': row(400, 'The SQL has a syntax error: %s', query, engine('SYNTAX_ERROR')),
  'sql-refused': row(403, 'This SQL is not allowed: %s', 'Only read data from tables.', engine('INVALID_SQL_ERROR')),
  'function-refused': row(
    403,
    'This SQL may not call %s',
    'Use a function of the engine, or ask an administrator to add its name, with its schema, to "allowed_functions" in the extra settings of the database.',
    engine('INVALID_SQL_ERROR'),
  ),
  'sql-long': row(400, 'The SQL of %s is longer than %s bytes', 'Shorten it.', { type: 'INVALID_SQL_ERROR' }),
  'sql-long-together': row(
    400,
    'The clauses of this query are together longer than %s bytes',
    'Shorten or split the query.',
    {
      type: 'INVALID_SQL_ERROR',
    },
  ),
  'sql-deep': row(400, 'The brackets in the SQL of %s are nested deeper than %s', 'Write it with fewer brackets.', {
    type: 'INVALID_SQL_ERROR',
  }),
  'sql-remarks': row(400, 'The SQL of %s has more than %s comments', 'Remove comments between /* and */.', {
    type: 'INVALID_SQL_ERROR',
  }),
  'sql-tables': row(400, 'The SQL has more than %s table references', 'Split it into several datasets.', {
    type: 'INVALID_SQL_ERROR',
  }),
  'dml-refused': row(
    403,
    'Only SELECT statements are allowed against this database.',
    'Only read data from tables.',
    engine('DML_NOT_ALLOWED_ERROR'),
  ),
  'dml-examples': row(
    403,
    'The database of the examples cannot be changed',
    'Choose another database.',
    engine('DML_NOT_ALLOWED_ERROR'),
  ),
  'dml-engine': row(
    400,
    'SQL statements cannot change data in databases of %s',
    'Choose another database.',
    engine('GENERIC_DB_ENGINE_ERROR'),
  ),
  'dml-kind': row(
    403,
    'The SQL editor does not run this statement: %s',
    'Change rows with INSERT, UPDATE, DELETE, MERGE or TRUNCATE, and tables and views with CREATE, ALTER or DROP.',
    engine('DML_NOT_ALLOWED_ERROR'),
  ),
  'dml-rules': row(
    403,
    'This statement may not change data: row-level security applies to you on: %s',
    'Leave out these tables, or ask an administrator.',
    engine('INVALID_SQL_ERROR'),
  ),
  'dml-derived': row(
    403,
    'This statement may not change data: it may reach other tables through "%s", and row-level security applies to you on: %s',
    'Use tables without such dependencies, or ask an administrator.',
    engine('INVALID_SQL_ERROR'),
  ),
  'dml-view': row(
    400,
    'Rows of the view "%s" cannot be changed',
    'Change the rows of its tables.',
    engine('GENERIC_DB_ENGINE_ERROR'),
  ),
  'dml-interrupted': row(
    409,
    'A server stopped while this statement ran; it is not run again',
    'Check whether its changes were saved, and run it again if not.',
    engine('GENERIC_BACKEND_ERROR'),
  ),

  'engine-unknown': row(422, 'Could not load database driver: %s', connection, { ...command }),
  'database-not-a-file': row(
    422,
    'DuckDB databases are files in the data directory of the server; %s is not supported',
    'Name a file, for example duckdb:///sales.duckdb.',
    { ...command },
  ),
  'data-directories-missing': row(
    422,
    'Files are read only from the directories in the setting FACET_DATA_DIRS, and it is empty.',
    'Ask the administrator to list the directory of the file in FACET_DATA_DIRS.',
    command,
  ),
  'data-file-outside': row(
    422,
    'The file "%s" is not in a directory of FACET_DATA_DIRS.',
    'Give the absolute path of a file in one of these directories, or ask the administrator to list its directory.',
    command,
  ),
  'data-file-missing': row(422, 'The file "%s" does not exist.', 'Correct the path of the file.', command),
  'data-files-missing': row(
    422,
    'There is no Parquet, CSV or JSON file at "%s".',
    'Correct the path, or add a file whose name ends with .parquet, .csv, .tsv, .json, .jsonl or .ndjson.',
    command,
  ),
  'data-files-many': row(
    422,
    '"%s" has more than %s %s.',
    'Connect a folder inside it, or name fewer files with a pattern such as /srv/data/2024-*.parquet.',
    command,
  ),
  'data-files-ambiguous': row(
    422,
    'Several files or folders have the table name "%s": they differ in their ending, compression, format or case.',
    'Rename or move all but one of them, or connect one with a pattern such as /srv/data/sales/*.parquet.',
    command,
  ),
  'data-files-changed': row(422, 'The files changed while they were read.', 'Run the query again.', command),
  'data-file-unreadable': row(
    422,
    '"%s" cannot be read: the server may not open it, it is damaged, or its values do not have the types of its columns.',
    'Correct the file or its permissions, or ask the administrator to do so.',
    command,
  ),
  'extensions-unset': row(
    422,
    'The extension "%s" of DuckDB %s is needed, and the setting FACET_DUCKDB_EXTENSIONS is empty.',
    'Ask the administrator to put the file of the extension into a folder, and to name it in FACET_DUCKDB_EXTENSIONS.',
    command,
  ),
  'extension-missing': row(
    422,
    'The folder of FACET_DUCKDB_EXTENSIONS has no extension "%s" for DuckDB %s.',
    'Ask the administrator to put the file of the extension into the folder; its name ends with .duckdb_extension.',
    command,
  ),
  'extension-unusable': row(
    422,
    'The extension "%s" cannot be loaded into DuckDB %s: %s.',
    'Ask the administrator to replace the file in the folder of FACET_DUCKDB_EXTENSIONS by that for this version.',
    command,
  ),
  'attached-missing': row(
    422,
    'There is no database "%s" to join that you may see.',
    'Correct its name or number in the list of databases to join.',
    command,
  ),
  'attached-engine': row(
    422,
    'The database "%s" cannot be joined with others: only SQLite, PostgreSQL and MySQL databases can.',
    'Choose another database.',
    command,
  ),
  'attached-by-user': row(
    422,
    'The database "%s" cannot be joined with others, because its queries run by the name of each user.',
    'Choose another database, or connect it again without this option.',
    command,
  ),
  'attached-tls': row(
    422,
    'The database "%s" cannot be joined with others, because its connection verifies certificates.',
    'Choose another database, or connect it again with a mode that encrypts without this check.',
    command,
  ),
  'attached-tunnel': row(
    422,
    'The database "%s" cannot be joined with others, because it is reached through an SSH tunnel.',
    'Choose another database, or connect it again without a tunnel.',
    command,
  ),
  'attached-failed': row(
    422,
    'A joined database cannot be read: %s.',
    'Test its own connection, or ask the administrator to do so.',
    command,
  ),
  'attached-hidden': row(
    403,
    'You cannot read "%s" here: row-level security or a mask applies to you on it in the database "%s"',
    'Query it in that database, or ask an administrator.',
    engine('TABLE_SECURITY_ACCESS_ERROR'),
  ),
  'attached-import': row(
    422,
    'A database that joins others by their numbers is not imported',
    'Connect it in this installation, where databases have other numbers.',
    command,
  ),
  'driver-missing': row(
    422,
    'The driver of %s is not installed.',
    'Ask the administrator to run "facet driver add" with the name of the database, and restart the server.',
    command,
  ),
  'zones-missing': row(
    422,
    'The database does not know time zones by name.',
    'Load the time zone tables of the server, or remove the time zone of the dataset.',
    engine('GENERIC_DB_ENGINE_ERROR'),
  ),
  'uri-wrong': row(
    422,
    'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
    connection,
  ),
  'connection-failed': row(422, 'Connection failed, please check your connection settings', connection, command),
  'engine-none': row(
    422,
    'An engine must be specified when passing individual parameters to a database.',
    'Name the engine.',
  ),
  'connection-payload': row(422, '%s', 'Correct these fields.', {
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    body: 'errors',
  }),
  'connection-port-text': row(
    422,
    'Port must be a valid integer.',
    connection,
    engine('CONNECTION_INVALID_PORT_ERROR'),
  ),
  'connection-parameters': row(422, 'One or more parameters are missing: %s', 'Fill in the missing fields.', {
    type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'warning',
    body: 'errors',
  }),
  'connection-username': row(
    422,
    'The username "%s" does not exist.',
    connection,
    engine('CONNECTION_INVALID_USERNAME_ERROR'),
  ),
  'connection-password': row(
    422,
    'The password provided for username "%s" is incorrect.',
    connection,
    engine('CONNECTION_INVALID_PASSWORD_ERROR'),
  ),
  'connection-link-local': row(
    422,
    'The host "%s" has a link-local address; such addresses are not allowed.',
    'Use a host with an address outside 169.254.0.0/16 and fe80::/10.',
    engine('CONNECTION_INVALID_HOSTNAME_ERROR'),
  ),
  'connection-secret': row(
    422,
    'The stored password belongs to another connection',
    'Enter the password again.',
    engine('CONNECTION_MISSING_PARAMETERS_ERROR'),
  ),
  'connection-secret-unreadable': row(
    422,
    'The stored password cannot be read with the secret key of the server',
    'Enter the password again, or ask the administrator to set the secret key from before.',
    engine('CONNECTION_MISSING_PARAMETERS_ERROR'),
  ),
  'connection-certificate': row(422, 'Invalid certificate', 'Enter certificates in PEM form.', command),
  'connection-certificate-self-signed': row(
    422,
    'The certificate of the server is self-signed, and is not among the given certificates.',
    'Enter the certificate of the server, or of the authority that signed it.',
    command,
  ),
  'connection-certificate-expired': row(
    422,
    'The certificate of the server has expired, or is not valid yet.',
    'Renew the certificate of the server.',
    command,
  ),
  'connection-certificate-host': row(
    422,
    'The certificate of the server is for another host name.',
    'Use a host name of the certificate, or a certificate for this host.',
    engine('CONNECTION_INVALID_HOSTNAME_ERROR'),
  ),
  'connection-certificate-untrusted': row(
    422,
    'The certificate of the server is not signed by a given authority.',
    'Enter the certificate of the authority that signed it.',
    command,
  ),
  'tunnel-host-key': row(
    422,
    'The SSH server %s has another host key (%s) than the stored one (%s).',
    'If its key was replaced, enter the new fingerprint and the secrets again; otherwise another server answers.',
    command,
  ),
  'tunnel-host-key-unknown': row(
    422,
    'The SSH server %s has the host key %s, which is not confirmed yet.',
    'Compare this fingerprint with the one that "ssh-keygen -l" prints on the server, and enter it as the host key.',
    command,
  ),
  'tunnel-denied': row(
    422,
    'The SSH server denied access to the user "%s".',
    'Correct the user name, and the password or private key of the SSH tunnel.',
    engine('CONNECTION_ACCESS_DENIED_ERROR'),
  ),
  'tunnel-key': row(
    422,
    'The private key of the SSH tunnel cannot be read.',
    'Enter a private key in PEM or OpenSSH form, and its passphrase.',
    command,
  ),
  'tunnel-key-rounds': row(
    422,
    'The private key of the SSH tunnel is encrypted with more than %s rounds.',
    'Enter a key with fewer rounds (ssh-keygen -a), or without a passphrase.',
    command,
  ),
  'tunnel-unreachable': row(
    422,
    'The SSH server "%s" cannot be reached.',
    'Correct the address and the port of the SSH tunnel.',
    engine('CONNECTION_HOST_DOWN_ERROR'),
  ),
  'tunnel-far-end': row(
    422,
    'The SSH server cannot connect to %s.',
    'Correct the host and the port of the database, as the SSH server reaches it.',
    engine('CONNECTION_PORT_CLOSED_ERROR'),
  ),
  'tunnel-missing': row(404, 'The database has no SSH tunnel.', 'Load the database again.', {
    body: 'message',
  }),
  'tunnel-failed': row(
    422,
    'The connection to the database through its SSH tunnel failed.',
    'Try again later. Who may edit the database finds the cause by testing its connection.',
    command,
  ),
  'tunnel-lost': row(422, 'The connection to the SSH server was lost.', 'Try again.', command),
  'tunnel-limit': row(
    422,
    'The maximum number of %s SSH tunnels is open.',
    'Try again later, or remove the SSH tunnels of unused databases.',
    command,
  ),
  'connection-hostname': row(
    422,
    "The hostname provided can't be resolved.",
    connection,
    engine('CONNECTION_INVALID_HOSTNAME_ERROR'),
  ),
  'connection-port': row(
    422,
    'The port must be an integer between 0 and 65535 (inclusive).',
    connection,
    engine('CONNECTION_INVALID_PORT_ERROR'),
  ),
  'connection-port-closed': row(422, 'The port is closed.', connection, engine('CONNECTION_PORT_CLOSED_ERROR')),
  'connection-host-down': row(
    422,
    'The host "%s" might be down and cannot be reached.',
    connection,
    engine('CONNECTION_HOST_DOWN_ERROR'),
  ),
  'connection-denied': row(
    422,
    'Either the username "%s" or the password is incorrect.',
    connection,
    engine('CONNECTION_ACCESS_DENIED_ERROR'),
  ),
  'connection-database': row(
    422,
    'Unable to connect to database "%s".',
    connection,
    engine('CONNECTION_UNKNOWN_DATABASE_ERROR'),
  ),
  'connection-permissions': row(
    422,
    'The user "%s" lacks permissions in the database.',
    connection,
    engine('CONNECTION_DATABASE_PERMISSIONS_ERROR'),
  ),
  'connection-timeout': row(
    422,
    'The database did not answer in time.',
    connection,
    engine('CONNECTION_DATABASE_TIMEOUT'),
  ),

  'import-failed': row(422, 'Error importing %s', 'Please re-export your file and try importing again.', command),
  'export-empty': row(
    422,
    'None of the selected objects can be exported',
    'Select objects that have a dataset and that you may read.',
    command,
  ),
  'import-not-zip': row(422, 'Not a ZIP file', 'Choose an exported ZIP file.', command),
  'tags-missing': row(400, "Missing required field 'tags' in 'properties'", correct, schema),
  'import-empty': row(400, 'No valid import files were found', 'Choose an exported ZIP file.', command),
  'import-unknown': row(
    422,
    'Could not find a valid command to import file',
    'Please re-export your file and try importing again.',
    command,
  ),
  'import-unsafe': row(
    422,
    'The file "%s" in the bundle is not safe to unpack',
    'Please re-export your file and try importing again.',
    command,
  ),
  'upload-unreadable': row(422, 'The file "%s" cannot be read: %s', 'Choose another file or its right options.'),
  'upload-date-order': row(
    422,
    'Dates of the column "%s" may begin with the day or the month, as in line %s',
    'Set date_order to day, month or text.',
  ),
  'upload-date-year': row(
    422,
    'Dates of the column "%s" may begin with the day or a two-digit year, as in line %s',
    'Set date_order to day, year or text.',
  ),
  'upload-decimal': row(
    422,
    'The separator in numbers of the column "%s" may mark decimals or thousands, as in line %s',
    'Set decimal_character to a comma or a point.',
  ),
  'upload-header': row(422, 'The first record may be the header or a row of data', 'Set has_header to true or false.'),
  'upload-delimiter': row(
    422,
    'The file can be divided into columns by more than one delimiter, "%s" among them',
    'Set delimiter to one character.',
  ),
  'upload-ragged': row(
    422,
    'Records do not have the %s cells of the first one: lines (cells) %s',
    'Correct the file, choose another delimiter, or set bad_rows to skip to leave out longer rows.',
  ),
  'upload-encoding': row(
    422,
    'The file is not UTF-8, as in line %s, and its bytes do not say which encoding it has',
    'Set encoding to its name, such as windows-1252, shift_jis, gb18030, euc-kr or utf-16le.',
  ),
  'upload-bad-cells': row(
    422,
    '%s cells do not have the type of their column. The first is "%s" in row %s of the column "%s", which is not a valid %s',
    'Change the type of the column, or set bad_cells to null, skip or text.',
  ),
  'upload-column-names': row(422, 'Two columns would have the name "%s"', 'Give each column a unique name.'),
  'upload-no-columns': row(422, 'Every column of the file is excluded', 'Keep at least one column.'),
  'upload-append-types': row(
    422,
    'Rows are appended to the table "%s", whose columns already have types',
    'Leave types out of column_plan, or replace the table.',
  ),
  'upload-append-columns': row(422, 'The table "%s" has no column %s', 'Rename the columns, or choose another table.'),
  'upload-append-value': row(
    422,
    'The value "%s" in line %s cannot be stored exactly in the column "%s" of type %s; other such values: %s',
    'Correct the file, replace the table, or load the file into another table.',
  ),
  'upload-append-type': row(
    422,
    'Rows of a file cannot be appended to the column "%s" of the type %s',
    'Load the file into another table.',
  ),
  'upload-value': row(
    422,
    'Row %s has, in the column "%s", %s, which the database cannot store',
    'Correct the file, or leave the column out.',
  ),
  'upload-row': row(422, 'The database rejected row %s: %s', 'Correct the file, or load it into another table.'),
  'upload-name-long': row(
    422,
    'The name "%s" is longer than the %s bytes that the database allows',
    'Choose a shorter name.',
  ),
  'upload-table-replace': row(
    422,
    'The table "%s" cannot be replaced: %s',
    'Load the file into another table, or add its rows to this one.',
  ),
  'upload-table-changed': row(409, 'The table "%s" was changed in the meantime', 'Load the file again.'),
  'upload-table-locked': row(422, 'The table "%s" stayed locked for too long', 'Load the file again later.'),
  'upload-schema': row(
    403,
    'Database "%s" schema "%s" is not allowed for %s uploads. Please contact your Superset Admin.',
    'Choose one of the schemas that the database allows for uploads, or ask the administrator.',
  ),
  'upload-schema-missing': row(422, 'The database has no schema "%s"', 'Choose one of its schemas.'),
  'upload-type': row(
    422,
    'Only the following file extensions are allowed: %s',
    'Save the file in one of these formats and upload it again.',
  ),
  'upload-sheet': row(422, 'The workbook has no sheet "%s". Its sheets: %s', 'Choose one of its sheets.'),
  'upload-columns': row(422, 'The file has no column %s', 'Use the column names of the file header.'),
  'upload-database': row(422, 'The database "%s" does not accept uploads', 'Choose another database.'),
  'upload-account': row(
    422,
    'The file has %s rows and the database read %s; nothing was loaded',
    'Choose the delimiter and the encoding of the file, or correct its quotes.',
  ),
  'upload-date-mixed': row(
    422,
    'Dates of the column "%s" begin with the day in line %s and with the month in line %s',
    'Correct the file, or set date_order to day, month or text. The column stays text.',
  ),
  'upload-too-large': row(
    413,
    'The file is larger than %s MB',
    'Upload a smaller file, or ask the administrator to raise FACET_UPLOAD_BYTES.',
  ),
  'upload-table-foreign': row(
    403,
    'The table "%s" belongs to a dataset of another user',
    'Choose another name, or ask an owner of the dataset.',
  ),
  'upload-key': row(422, 'Another upload uses this upload_key', 'Use a unique key for each upload.'),
  'upload-lost': row(422, 'The connection was lost before the whole file had arrived', 'Upload the file again.'),
  'upload-stopped': row(422, 'The upload was stopped', 'Upload the file again.'),
  'upload-table-owner': row(
    403,
    'You may not change the table "%s"',
    'Choose another name, or ask the administrator of the database.',
  ),
  'upload-table-exists': row(422, 'The table "%s" already exists', 'Choose another name.'),

  'restore-name-taken': row(
    422,
    'Another dataset of the table "%s" exists',
    'Rename or delete that one, then restore this one.',
  ),
  'restore-taken': row(422, 'Another %s with the %s "%s" exists', 'Change or delete that one, then restore this one.'),
  'restore-database-gone': row(422, 'The database of this dataset no longer exists', 'Restore the database first.'),

  'store-value': row(422, 'A value cannot be stored: %s', 'Correct the value and send it again.'),
  'store-busy': row(503, 'The store is busy', 'Wait a moment and try again.', { detail: false }),
  'store-nested': row(500, 'Fatal error', retry, { detail: false }),
  'disk-full': row(507, 'The disk of the server is full', 'Ask the administrator to free disk space.', {
    detail: false,
  }),

  network: row(0, 'Network error.', 'Check your connection and try again.', { type: 'FRONTEND_NETWORK_ERROR' }),
  timeout: row(0, 'Query timeout', 'Narrow the filters or query less data.', { type: 'FRONTEND_TIMEOUT_ERROR' }),
  'status-unexpected': row(0, 'Received unexpected response status (%s) while fetching chart data', retry),
  'answer-unreadable': row(0, 'The response of the server cannot be read', retry),
} as const satisfies Readonly<Record<string, ErrorRow>>

/** The name of an error in our code. */
export type ErrorCode = keyof typeof errors
