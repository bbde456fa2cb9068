import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type BundledName, importBundle } from '#calls/bundles.ts'
import { ApiResponseError } from '#calls/call.ts'
import {
  type BundleProgress,
  type BundleSecretField,
  type BundleSecrets,
  type ImportResponse,
  type NeededSecret,
  parseImportObstacles,
} from '#core/rest/bundle.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** The current step of an import. */
export type ImportStep =
  | { readonly at: 'choose' }
  | { readonly at: 'busy'; readonly label: string; readonly progress?: BundleProgress }
  /** These secrets are required to continue. */
  | { readonly at: 'secrets'; readonly needed: readonly NeededSecret[] }
  /** The result of the dry run; `exists` names the files of existing entities. */
  | { readonly at: 'review'; readonly answer: ImportResponse; readonly exists: readonly string[] }
  | { readonly at: 'failed'; readonly text: string; readonly details: readonly string[] }

interface ImportInput {
  readonly secrets: BundleSecrets
  readonly exists: readonly string[]
}

const NOTHING: ImportInput = { secrets: {}, exists: [] }

/** Returns secrets with one of a file added or replaced. */
export function withSecret(secrets: BundleSecrets, { field, path }: NeededSecret, value: string): BundleSecrets {
  return { ...secrets, [field]: { ...secrets[field], [path]: value } }
}

/** Returns only the secrets that a step requires. */
function neededSecrets(secrets: BundleSecrets, step: ImportStep): BundleSecrets {
  const needed = step.at === 'secrets' ? step.needed : []
  return needed.reduce<BundleSecrets>((found, each) => {
    const value = secrets[each.field]?.[each.path]
    return value === undefined ? found : withSecret(found, each, value)
  }, {})
}

function mergedSecrets(former: BundleSecrets, added: BundleSecrets): BundleSecrets {
  const fields = Object.keys(added) as BundleSecretField[]
  return { ...former, ...Object.fromEntries(fields.map((field) => [field, { ...former[field], ...added[field] }])) }
}

/** Returns the progress label per stage; during a dry run, files that are written are labeled as checked. */
function labelsOf(name: string, isDryRun: boolean): Readonly<Record<BundleProgress['stage'], string>> {
  const check = t('Checking %s', name)
  return { read: t('Reading %s', name), check, write: isDryRun ? check : t('Importing %s', name) }
}

/** Sends a bundle, one request at a time: a newer request or leaving the page cancels it. */
function useSending(name: BundledName) {
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const leave = () => leaving.current?.abort()
  const send = (
    chosen: File,
    { secrets, exists }: ImportInput,
    { isDryRun, isPublishing = false }: { readonly isDryRun: boolean; readonly isPublishing?: boolean },
    onProgress: (progress: BundleProgress) => void,
  ) => {
    leave()
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const choice = { secrets, overwrite: exists.length > 0, isPublishing, isDryRun }
    return importBundle(name, chosen, choice, { signal, onProgress })
  }
  return { send, leave }
}

const obstaclesIn = (error: unknown) =>
  error instanceof ApiResponseError ? parseImportObstacles(error.body) : undefined

function failedStep(error: unknown, details: readonly string[]): ImportStep {
  if (error instanceof ApiResponseError && error.kind === 'abort') return { at: 'choose' }
  return { at: 'failed', text: error instanceof Error ? error.message : String(error), details }
}

/** Imports a bundle step by step: dry run, required input, review, import. `onRestart` is called before another file is chosen. */
export function useImport(name: BundledName, onDone: () => void, onRestart: () => void) {
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ at: 'choose' })
  const [file, setFile] = useState<File>()
  const [given, setGiven] = useState(NOTHING)
  const { send, leave } = useSending(name)
  const fail = (error: unknown, details: readonly string[] = []) => setStep(failedStep(error, details))
  const following = (chosen: File, isDryRun: boolean) => {
    const labels = labelsOf(chosen.name, isDryRun)
    setStep({ at: 'busy', label: labels.read })
    return (progress: BundleProgress) => setStep({ at: 'busy', label: labels[progress.stage], progress })
  }
  const rehearse = async (chosen: File, now: ImportInput): Promise<void> => {
    const onProgress = following(chosen, true)
    setGiven(now)
    try {
      setStep({ at: 'review', answer: await send(chosen, now, { isDryRun: true }, onProgress), exists: now.exists })
    } catch (error) {
      const trouble = obstaclesIn(error)
      if (!trouble || trouble.other.length > 0) return fail(error, trouble?.other)
      const next = { ...now, exists: [...new Set([...now.exists, ...trouble.alreadyExists])] }
      if (trouble.secretsNeeded.length > 0) {
        setGiven(next)
        return setStep({ at: 'secrets', needed: trouble.secretsNeeded })
      }
      if (next.exists.length === now.exists.length) return fail(error)
      return rehearse(chosen, next)
    }
  }
  const take = (chosen: File) => {
    setFile(chosen)
    void rehearse(chosen, NOTHING)
  }
  const giveSecrets = (secrets: BundleSecrets) => {
    if (file) void rehearse(file, { ...given, secrets: mergedSecrets(given.secrets, neededSecrets(secrets, step)) })
  }
  const finish = async (isPublishing: boolean) => {
    if (!file) return
    try {
      await send(file, given, { isDryRun: false, isPublishing }, following(file, false))
      toast.show({ text: t('Imported: %s', file.name), tone: 'good' })
      onDone()
    } catch (error) {
      fail(error, obstaclesIn(error)?.other)
    } finally {
      void client.invalidateQueries({ queryKey: ['list'] })
    }
  }
  return {
    step,
    take,
    giveSecrets,
    finish: (isPublishing: boolean) => void finish(isPublishing),
    restart: () => {
      leave()
      onRestart()
      setStep({ at: 'choose' })
    },
  }
}
