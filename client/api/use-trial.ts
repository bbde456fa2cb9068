import { useState } from 'react'
import { t } from '#core/text/t.ts'
import type { Operation } from './operations.ts'

/** The values that a user has entered in the form of one request, and functions to change them. */
export interface RequestFormState {
  readonly parts: Readonly<Record<string, string>>
  readonly setPart: (name: string, value: string) => void
  readonly json: string
  readonly setJson: (json: string) => void
  /** Why the text is not valid JSON; undefined if it is valid. */
  readonly problem: string | undefined
  readonly file: File | undefined
  readonly setFile: (file: File) => void
  readonly fileField: string
  readonly setFileField: (name: string) => void
  readonly isReady: boolean
  /** Returns the body as it is sent. */
  readonly bodyOf: () => unknown
}

/** The usual field name for the file of an operation, if known. */
function defaultField(path: string): string {
  if (path.endsWith('/assets/import')) return 'bundle'
  return path.endsWith('/upload') ? 'file' : 'formData'
}

export function useRequestForm({ path, parts: names, body, example }: Operation): RequestFormState {
  const [parts, setParts] = useState<Readonly<Record<string, string>>>({})
  const [json, setJson] = useState(body === 'form' ? '{}' : example)
  const [file, setFile] = useState<File>()
  const [fileField, setFileField] = useState(defaultField(path))
  const problem = body === 'none' ? undefined : problemOf(json, body === 'form')
  return {
    parts,
    setPart: (name, value) => setParts({ ...parts, [name]: value }),
    json,
    setJson,
    problem,
    file,
    setFile,
    fileField,
    setFileField,
    isReady: problem === undefined && names.every((name) => (parts[name] ?? '').trim() !== ''),
    bodyOf: () => {
      if (body === 'none' || (body === 'json' && json.trim() === '')) return undefined
      return body === 'json' ? (JSON.parse(json) as unknown) : formOf(json, file, fileField)
    },
  }
}

function problemOf(json: string, isForm: boolean): string | undefined {
  if (!isForm && json.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(json)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isForm && !isObject ? t('Fields must be a JSON object.') : undefined
  } catch (error) {
    return t('This is no JSON: %s', (error as Error).message)
  }
}

function formOf(json: string, file: File | undefined, fileField: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, unknown>))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  if (file) form.append(fileField, file)
  return form
}
