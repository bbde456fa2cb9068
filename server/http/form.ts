import type { FastifyRequest } from 'fastify'
import { Fault } from '#core/rest/fault.ts'
import type { Form, FormFile } from '#server/resources/resource.ts'

const FIELDS = 50
const FILES = 5
const FIELD_BYTES = 4 * 1024 * 1024

/** The form of a request, multipart or of fields only, read whole; a fault when it is none or larger than `limit` bytes. */
export async function readForm(request: FastifyRequest, limit: number): Promise<Form> {
  if (isUrlencoded(request)) return { fields: textsOf(request.body), files: [] }
  if (!request.isMultipart()) throw new Fault('not-multipart')
  const fields: Record<string, string> = {}
  const files: FormFile[] = []
  const limits = { fileSize: limit, files: FILES, fields: FIELDS, fieldSize: FIELD_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else {
      const bytes = await part.toBuffer()
      files.push({ field: part.fieldname, filename: part.filename, type: part.mimetype, bytes })
    }
  }
  return { fields, files }
}

/** Whether a request brings a form of either kind. */
export function isForm(request: FastifyRequest): boolean {
  return isUrlencoded(request) || request.isMultipart()
}

function isUrlencoded(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
}

/** Of a repeated field the last value. */
function textsOf(body: unknown): Record<string, string> {
  const entries = Object.entries((body ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]))
}
