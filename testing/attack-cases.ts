/** An attack or fault that was once found in the product, and the test that proves that it fails. */
export interface AttackCase {
  /** The number of the finding: of the first review (C, H, M, L with a digit), the second (with a letter) or the third (R). */
  readonly finding: string
  readonly attack: string
  readonly file: string
  /** The title of a test in that file, as written there. */
  readonly title: string
}

/** A finding without a test, with the reason. */
export interface AcceptedFinding {
  readonly finding: string
  readonly reason: string
}

/** Returns a case; `file` is without its ending `.ts`. */
export const test = (finding: string, attack: string, file: string, title: string): AttackCase => ({
  finding,
  attack,
  file: `${file}.ts`,
  title,
})

const LESSONS = 'server/security/lessons'
const UNSEEN = 'server/resources/dashboard/unseen-charts.test'
const UPLOAD = 'server/resources/database/upload.test'

/** Every finding of the first two reviews that a test proves. A finding with several parts has several rows. */
export const attackCases: readonly AttackCase[] = [
  test(
    'C1',
    'Concurrent uploads with different data versions freeze the server',
    'server/dataset/sources-turns.test',
    'serves concurrent reads of databases while their URIs change, and does not block timers',
  ),
  test(
    'C1',
    'Concurrent uploads with different data versions freeze the server',
    'testing/heavy-queries.test',
    'three concurrent uploads do not block each other',
  ),
  test(
    'C2',
    'The built product cannot parse SQL of PostgreSQL',
    'testing/product.test',
    'the built product queries PostgreSQL by expressions, saved metrics and SQL',
  ),
  test(
    'C3',
    'A value of PostgreSQL that is too long for a string ends the server',
    'server/engines/postgres/message-meter.test',
    'accepts bytes up to the limit in any chunks, and rejects more',
  ),
  test(
    'C4',
    'A bundle makes its importer the owner of a dataset in a database without access',
    'server/transfer/rights.test',
    'a dataset that is %s on a database without permission is rejected',
  ),
  test(
    'C5',
    'An owner without access to the database points a dataset to another table',
    `${LESSONS}/access.test`,
    'CVE-2026-23982: when it is changed, by any call',
  ),
  test(
    'C6',
    'A function of DuckDB that plans another text of SQL reads hidden rows',
    'server/engines/duckdb/functions.test',
    "every function of the engine has a decision: allowed in users' SQL or not",
  ),
  test(
    'C7',
    'Queries that ignore interrupts block all other users',
    'testing/heavy-queries.test',
    'twenty variants of a query that ignores interrupts do not block other users',
  ),
  test(
    'C8',
    'Large bodies of anonymous callers block the server',
    'server/http/body.test',
    '%s of more than 64 kB returns 413',
  ),
  test(
    'C9',
    'A dashboard with an own role opens datasets without access',
    UNSEEN,
    'stays off an owned dashboard, new or existing, and gives a role no access to its dataset',
  ),
  test(
    'H1',
    'An import sends a stored password to another host',
    'server/resources/database/secret-paths.test',
    'a bundle that overwrites the database does not send it, and requires a new password',
  ),
  test(
    'H2',
    'A dashboard that places hidden charts reveals their form data',
    UNSEEN,
    'shows its position without name and form data in every response with the dashboard',
  ),
  test(
    'H3',
    'A second dataset of a table has no row rules',
    'server/resources/row_level_security/rules.test',
    'holds for every dataset of its table: $schema, $table_name',
  ),
  test(
    'H4',
    'An upload replaces a table whose name differs in letter case',
    UPLOAD,
    'is changed by an owner of all its datasets, in any spelling',
  ),
  test('H5', 'An upload overwrites the table of another user', UPLOAD, 'is not changed by an upload: %s %s'),
  test(
    'H6',
    'A reader overwrites the saved query of a chart',
    'server/resources/chart/complete-query-context.test',
    'keeps the saved queries when a user only reads the chart',
  ),
  test(
    'H7',
    'Texts of clauses stay in memory',
    'server/resources/chart/functions.test',
    'returns 400 for clauses that are too long together',
  ),
  test(
    'H8',
    'Clauses that a tokenizer reads slowly hold all threads',
    'server/sql/guard.test',
    'reads long spaces in linear time',
  ),
  test(
    'H9',
    'A log that cannot be written ends the server',
    'server/main.test',
    'keeps running when the log cannot be written, and drops the lines',
  ),
  test(
    'H10',
    'A server with a stuck query does not end and releases its home',
    'server/stuck-query-end.test',
    'a server ends although a query ignores interrupts, with its engine, and starts again in the same home',
  ),
  test(
    'M1',
    'YAML of a bundle blocks the server',
    'server/transfer/bounds.test',
    'YAML is parsed without blocking the event loop, and parsing ends when its caller leaves',
  ),
  test(
    'M1',
    'Many small entries of a bundle expand beyond the ratio of the archive',
    'server/transfer/bounds.test',
    'bundle-ratio: applies to each file and to all files together',
  ),
  test(
    'M2',
    'Queries of any size block the server',
    'core/query/bounds.test',
    '%s: accepts values up to the limit, and rejects one more',
  ),
  test(
    'M3',
    'The header of a response to many queries is too long to read',
    'server/resources/chart/bounds.test',
    'the ETag of many queries is short, and depends on their results',
  ),
  test(
    'M4',
    'A pivot of many cells blocks the server',
    'server/data/result/result-formatter-pool.test',
    'rejects a pivot with too many cells before it allocates them',
  ),
  test(
    'M5',
    'Templates of one user delay those of others',
    'server/workers/pool.test',
    'leaves a thread free for other users while one loops',
  ),
  test(
    'M6',
    'SIGTERM cuts calls in flight',
    'server/main.test',
    'completes twenty calls in flight after SIGTERM, and accepts no new ones',
  ),
  test(
    'M7',
    'A full disk is reported as an internal error',
    'server/http/store-faults.test',
    'reports a full disk as disk-full for every statement',
  ),
  test(
    'M8',
    'Permalinks of any size are stored without a quota',
    'server/resources/shared/stored-state.test',
    'permalink-bytes: limits permalinks of a dashboard and of explore',
  ),
  test(
    'M9',
    'Connections with half a request stay open',
    'server/http/body.test',
    'closes the connection of a body that does not end',
  ),
  test(
    'M10',
    'Concurrent attempts pass the limit of failed sign-ins',
    'server/http/sign-in.test',
    'ten failures for a name from one address within a minute block it until the minute has passed',
  ),
  test(
    'M10',
    'Failed sign-ins of a stranger lock a user out',
    'server/http/sign-in.test',
    'failed attempts from another address do not lock out the user',
  ),
  test(
    'M11',
    'Engine processes together use more memory than the host has',
    'server/processes/process.test',
    'uses three quarters of the total, in equal shares; queries plan with seven tenths of a share',
  ),
  test(
    'M12',
    'Functions that users created in PostgreSQL are called by expressions',
    'server/engines/postgres/functions.test',
    'allows no function of another schema by its name only',
  ),
  test(
    'L1',
    'Texts with NUL are internal errors',
    'server/http/invalid-values.test',
    'text with %s is rejected with 422',
  ),
  test(
    'L2',
    'Form data under a key is read without access to its dataset',
    'server/resources/explore/form-data.test',
    'returns it to users who may read its dataset',
  ),
  test(
    'L3',
    'Links are built from the Host header',
    `${LESSONS}/web.test`,
    'CVE-2023-42502: URLs in responses do not contain the Host header',
  ),
  test(
    'L4',
    'Lists of owners reveal email addresses',
    'server/resources/related-routes.test',
    'users related to a %s are named to all users, their addresses to administrators only',
  ),
  test(
    'L5',
    'A server starts with a secret key from a manual',
    `${LESSONS}/web.test`,
    'CVE-2023-27524: prevent the server from starting',
  ),
  test(
    'L6',
    'Tests of connections create files',
    'server/resources/database/check-reachability.test',
    'creates no file at a test, a save or a query',
  ),
  test(
    'L6',
    'Tests of connections reach hosts on the link of the machine',
    'server/resources/database/check-reachability.test',
    '%s is rejected in every form of a connection',
  ),
  test(
    'L7',
    'Sessions and tokens outlive a change of the password',
    'server/security/accounts.test',
    'ends with all tokens and links when the password changes or its user is deactivated',
  ),
  test(
    'L8',
    'SQL of users reads the catalogue of the engine',
    'server/resources/chart/functions.test',
    'returns 403 for a dataset on the catalog of the engine: %j',
  ),
  test(
    'L9',
    'Links with scripts are stored in datasets',
    'server/resources/links.test',
    'accepts only web URLs and paths as links',
  ),
  test('L10', 'Malformed paths of assets are internal errors', 'server/http/invalid-values.test', 'returns 404 for %s'),
  test('L11', 'Another site signs users out', 'server/http/sign-in.test', 'ends the session on the server at /logout/'),
  test(
    'L12',
    'Readers see annotation layers',
    `${LESSONS}/access.test`,
    'CVE-2023-42501: annotations and CSS templates need their read permission',
  ),
  test(
    'L12',
    'Readers see the names of roles',
    'server/resources/related-routes.test',
    'all roles are named to users who assign them; others see the roles that they have',
  ),
  test(
    'L13',
    'More than ten queries of a request log a warning about event listeners',
    'server/resources/chart/many.test',
    'many queries in %s cause no warning about event listeners',
  ),
  test(
    'H-A',
    'Failing conditions reveal rows that a row rule hides',
    'server/engines/contract-security-barrier.test',
    'returns the same results of statements with and without hidden rows: $rule',
  ),
  test(
    'H-A',
    'The time of a condition reveals rows that a row rule hides',
    'server/engines/contract-security-barrier.test',
    'evaluates no slow expression on hidden rows: the time of a query does not reveal them',
  ),
  test(
    'M-B',
    'An import with inherited names as keys is an internal error',
    'server/transfer/inherited-names.test',
    'overwrites charts by ones with a parameter named %s, and reports the change',
  ),
  test(
    'M-C',
    'A stopped engine process takes several times the time limit',
    'server/data/deadline.test',
    'all trips to an engine process that does not respond share one deadline',
  ),
  test(
    'M-D',
    'Queries are blamed for an engine process that another program killed',
    'server/engines/duckdb/process-limits.test',
    'blames no statement when another program kills the process again and again',
  ),
  test(
    'L-E',
    'Full-width signs begin formulas in exported CSV files',
    'server/files/csv.test',
    'escapes full-width signs, which spreadsheets of East Asian locales read as formulas',
  ),
  test(
    'L-F',
    'Any user opens any draft by its id',
    'server/resources/dashboard/drafts.test',
    'opens for its owner and administrators only',
  ),
  test(
    'L-G',
    'Templates with thousands of open braces block the browser',
    'charts/handlebars/template/render.test',
    'rejects a tag that is not closed before it is parsed: %.20s',
  ),
  {
    finding: 'L-G',
    attack: 'Templates use class names of the product',
    file: 'charts/handlebars/view.dom.test.tsx',
    title: 'removes class names of the product',
  },
  test(
    'L-H',
    'Files of plug-ins are read through symbolic links',
    'server/resources/dynamic_plugin/plugin.test',
    'links out of the folder are not followed, and special files are not read',
  ),
  test(
    'L-H',
    'Anonymous users read files of plug-ins',
    'server/resources/dynamic_plugin/plugin.test',
    'serves modules only to callers who may read charts',
  ),
  test(
    'L-J',
    'SIGTERM cuts calls that are on their way',
    'server/shutdown.test',
    'completes requests that arrive during shutdown, and then closes their connections',
  ),
  test(
    'L-K',
    'Heavy queries of one anonymous user block those of all',
    'server/processes/process.test',
    'count for an anonymous caller by network address, and not for the server itself',
  ),
]

/** Findings that no test proves. */
export const acceptedFindings: readonly AcceptedFinding[] = [
  { finding: 'M-I', reason: 'The waiting time of a loaded machine; `npm run bench` prints it' },
  { finding: 'L-L', reason: 'Views are not filtered; docs/operate/security.md and the form of a rule say so' },
]
