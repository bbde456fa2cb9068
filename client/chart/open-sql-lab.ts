import { buildUrl } from '#calls/call.ts'
import { session } from '#client/session/session.ts'

/** The SQL of a dataset or of a chart. */
export interface SqlRequest {
  /** `id__type` */
  readonly datasourceKey: string
  readonly sql: string
}

/** Returns the fields of the form that opens SQL in the SQL editor. */
export function sqlLabFields(request: SqlRequest, csrfToken: string): Readonly<Record<string, string>> {
  return { form_data: JSON.stringify(request), csrf_token: csrfToken }
}

/** Opens the SQL editor in a new tab with a form post, because SQL may be longer than a URL allows. */
export function openSqlLab(request: SqlRequest): void {
  const form = document.createElement('form')
  form.action = buildUrl('/superset/sqllab/')
  form.method = 'post'
  form.target = '_blank'
  form.hidden = true
  for (const [name, value] of Object.entries(sqlLabFields(request, session().settings.csrfToken))) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
