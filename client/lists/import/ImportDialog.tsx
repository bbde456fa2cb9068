import { useEffect, useId, useState } from 'react'
import type { BundledName } from '#calls/bundles.ts'
import { filesDone, shareDone } from '#client/shell/bundle-progress.ts'
import { errors } from '#core/rest/errors.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import styles from './ImportDialog.module.css'
import { OVERWRITE, ImportReview } from './ImportReview.tsx'
import { type ImportStep, useImport } from './use-import.ts'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  /** The files of the databases. */
  readonly paths: readonly string[]
  /** The id of the form, for a submit button outside of it. */
  readonly id: string
  readonly passwords: Readonly<Record<string, string>>
  readonly onChange: (passwords: Readonly<Record<string, string>>) => void
  readonly onGive: (passwords: Readonly<Record<string, string>>) => void
}

/** Asks for the passwords of databases, because bundles contain none. */
function Passwords({ paths, id, passwords, onChange, onGive }: Props) {
  const isWhole = paths.every((path) => (passwords[path] ?? '') !== '')
  return (
    <FormStack id={id} ariaLabel={t('Passwords of databases')} onSubmit={() => isWhole && onGive(passwords)}>
      <Banner>{t('The passwords of these databases are no part of the bundle.')}</Banner>
      {paths.map((path, index) => (
        <TextField
          key={path}
          label={t('Password of %s', path)}
          type="password"
          autoComplete="new-password"
          autoFocus={index === 0}
          value={passwords[path] ?? ''}
          onChange={(value) => onChange({ ...passwords, [path]: value })}
        />
      ))}
    </FormStack>
  )
}

export interface ImportDialogProps {
  readonly name: BundledName
  /** Singular, as used in messages. */
  readonly noun: string
  /** The initial file, for example one that was dropped. */
  readonly file: File | undefined
  readonly onClose: () => void
}

const ZIP = ['.zip', 'application/zip', 'application/x-zip-compressed']
/** File formats from before bundles existed. */
const OLDER: Readonly<Partial<Record<BundledName, readonly string[]>>> = {
  dashboard: ['.json', 'application/json'],
  dataset: ['.yaml', '.yml', 'application/yaml'],
}

interface BodyProps {
  readonly name: BundledName
  readonly step: ImportStep
  readonly noun: string
  readonly formId: string
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onEnter: () => void
  readonly isPublishing: boolean
  readonly onPublishing: (isPublishing: boolean) => void
  readonly passwords: Readonly<Record<string, string>>
  readonly onPasswords: (passwords: Readonly<Record<string, string>>) => void
  readonly run: ReturnType<typeof useImport>
}

function Body({ name, step, noun, formId, run, passwords, onPasswords, ...review }: BodyProps) {
  switch (step.at) {
    case 'choose':
      return (
        <FileDrop
          label={t('Drop a bundle here')}
          description={t('A ZIP file made by Export. Review the changes before you apply them.')}
          buttonLabel={t('Choose a file')}
          accept={[...ZIP, ...(OLDER[name] ?? [])]}
          onFiles={([file]) => file && run.take(file)}
        />
      )
    case 'busy':
      return (
        <Stack gap={2}>
          <span role="status">{step.label}</span>
          <Progress label={step.label} value={step.progress && shareDone(step.progress)} isThin={false} />
          {step.progress && <span className={styles['files']}>{filesDone(step.progress)}</span>}
        </Stack>
      )
    case 'passwords':
      return (
        <Passwords
          paths={step.paths}
          id={formId}
          onGive={run.givePasswords}
          passwords={passwords}
          onChange={onPasswords}
        />
      )
    case 'review':
      return <ImportReview answer={step.answer} exists={step.exists} {...review} />
    case 'failed':
      return (
        <Stack gap={3}>
          <ErrorPanel
            title={t('An error occurred while importing %s: %s', noun, step.text)}
            text={t(errors['import-failed'].remedy)}
          />
          {step.details.length > 0 && (
            <ul aria-label={t('By file')}>
              {step.details.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
        </Stack>
      )
  }
}

/** Imports a bundle: select a file, enter missing passwords, review the changes, confirm overwriting. */
export function ImportDialog({ name, noun, file, onClose }: ImportDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isPublishing, setPublishing] = useState(false)
  const [passwords, setPasswords] = useState<Readonly<Record<string, string>>>({})
  const run = useImport(name, onClose)
  const { step, take } = run
  useEffect(() => {
    if (file) take(file)
    // oxlint-disable-next-line react/exhaustive-deps -- a file that was dropped is taken once
  }, [file])
  const isOverwriting = step.at === 'review' && step.exists.length > 0
  const isReady = step.at === 'review' && (!isOverwriting || typed.trim() === OVERWRITE)
  const hasPassword = Object.values(passwords).some((password) => password !== '')
  const isChanged = (step.at === 'passwords' && hasPassword) || (step.at === 'review' && (typed !== '' || isPublishing))
  const finish = () => isReady && run.finish(isPublishing)
  return (
    <ConfirmLeaveModal
      title={t('Import %s', noun)}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      isMaskClosable={step.at === 'choose'}
      footer={
        <>
          {step.at === 'failed' && <Button onPress={run.restart}>{t('Choose another file')}</Button>}
          <Button onPress={onClose}>{step.at === 'failed' ? t('Close') : t('Cancel')}</Button>
          {step.at === 'passwords' && (
            <Button isWrite variant="primary" type="submit" form={formId}>
              {t('Continue')}
            </Button>
          )}
          {step.at === 'review' && (
            <Button variant={isOverwriting ? 'danger' : 'primary'} isDisabled={!isReady} onPress={finish}>
              {isOverwriting ? t('Overwrite') : t('Import')}
            </Button>
          )}
        </>
      }
    >
      <Body
        name={name}
        step={step}
        noun={noun}
        formId={formId}
        typed={typed}
        onType={setTyped}
        onEnter={finish}
        isPublishing={isPublishing}
        onPublishing={setPublishing}
        passwords={passwords}
        onPasswords={setPasswords}
        run={run}
      />
    </ConfirmLeaveModal>
  )
}
