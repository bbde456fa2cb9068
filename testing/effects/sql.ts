import type { EffectsByOperation, Proof } from './effect.ts'

const API = '/api/v1/sqllab'
const EDITOR = 'server/resources/sqllab/sqllab.test.ts'
const RUNS = 'server/resources/sqllab/execute.test.ts'

const editor = (title: string): Proof => ({ file: EDITOR, title })
const runs = (title: string): Proof => ({ file: RUNS, title })

const exports = (title: string): Proof => ({ file: 'server/resources/sqllab/exports.test.ts', title })

const formats = editor('formats SQL, with templates in it')
const shares = editor('shares SQL by a link')
const noCost = editor('return that there is no cost estimate')
const files = runs('returns CSV, JSON and a workbook')
const byKey = runs('responds at once, and its rows are fetched by their key')
const storedTabProof = editor('stores changes of a tab, and the later of two windows gets a conflict')
const begins = editor('returns the tabs of the caller and the databases they may query')
const tables = editor('shows tables in the schema browser of a tab')
const runProof = editor('run SQL, list runs, and search them')
const datasets = editor('make datasets of SQL and of tables')
const closes = editor('closes a tab and opens it again')

/** Operations of SQL Lab. */
export const sqlEffects: EffectsByOperation = {
  'POST /superset/sqllab': editor('shows the SQL and the dataset, and runs no query'),
  [`GET ${API}/`]: begins,
  [`GET ${API}/results`]: byKey,
  [`GET ${API}/export/{client_id}`]: files,
  [`GET ${API}/exports`]: exports('a file belongs to its owner only'),
  [`POST ${API}/exports`]: exports(
    'runs the statement again and contains every row, also beyond the limit of a result',
  ),
  [`GET ${API}/exports/{key}/file`]: exports(
    'runs the statement again and contains every row, also beyond the limit of a result',
  ),
  [`DELETE ${API}/exports/{key}`]: exports('a cancelled export removes its file and stops the statement'),
  [`POST ${API}/format`]: formats,
  [`POST ${API}/format_sql`]: formats,
  [`POST ${API}/estimate`]: noCost,
  [`POST ${API}/explain`]: {
    file: 'server/resources/sqllab/explain.test.ts',
    title: 'returns a tree with the costliest step marked',
  },
  [`POST ${API}/preview`]: {
    file: 'server/resources/sqllab/preview.test.ts',
    title: 'returns the first 50 rows of a SELECT',
  },
  [`POST ${API}/permalink`]: shares,
  [`GET ${API}/permalink/{key}`]: shares,
  'GET /superset/results/{key}': byKey,
  'GET /superset/queries/{since}': runProof,
  'POST /superset/stop_query': runs('covers rows, files and states of queries of the user only'),
  'GET /superset/csv/{client_id}': files,
  'GET /superset/search_queries': runProof,
  'POST /superset/validate_sql_json': editor('check SQL'),
  'POST /superset/estimate_query_cost/{database_id}/{schema}': noCost,
  'POST /superset/sqllab_viz': datasets,
  'POST /superset/get_or_create_table': datasets,
  'POST /tabstateview': begins,
  'GET /tabstateview/{id}': storedTabProof,
  'PUT /tabstateview/{id}': storedTabProof,
  'DELETE /tabstateview/{id}': closes,
  'POST /tabstateview/{id}/activate': begins,
  'POST /tabstateview/{id}/restore': closes,
  'POST /tabstateview/{id}/migrate_query': editor('moves a run into another tab'),
  'DELETE /tabstateview/{id}/query/{client_id}': editor('stores the run of a tab, and returns its state'),
  'POST /tableschemaview': tables,
  'DELETE /tableschemaview/{id}': tables,
  'POST /tableschemaview/{id}/expanded': tables,
}
