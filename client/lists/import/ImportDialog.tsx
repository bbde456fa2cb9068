import { useEffect, useId, useState } from 'react'
import type { BundledName } from '#calls/bundles.ts'
import { finishedFilesText, progressShare } from '#client/shell/bundle-progress.ts'
import type { BundleSecretField, BundleSecrets, NeededSecret } from '#core/rest/bundle.ts'
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
import { type ImportStep, useImport, withSecret } from './use-import.ts'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  readonly needed: readonly NeededSecret[]
  /** The id of the form, for a submit button outside of it. */
  readonly id: string
  readonly secrets: BundleSecrets
  readonly onChange: (secrets: BundleSecrets) => void
  readonly onGive: (secrets: BundleSecrets) => void
}

const SECRET_LABELS: Readonly<Record<BundleSecretField, (path: string) => string>> = {
  passwords: (path) => t('Password of %s', path),
  ssh_tunnel_passwords: (path) => t('SSH password of %s', path),
  ssh_tunnel_private_keys: (path) => t('SSH private key of %s', path),
  ssh_tunnel_private_key_passwords: (path) => t('Password of the SSH private key of %s', path),
}

/** Asks for the secrets of databases and SSH tunnels, because bundles contain none. */
function Secrets({ needed, id, secrets, onChange, onGive }: Props) {
  const valueOf = ({ field, path }: NeededSecret): string => secrets[field]?.[path] ?? ''
  const isWhole = needed.every((each) => valueOf(each) !== '')
  return (
    <FormStack id={id} ariaLabel={t('Passwords of databases')} onSubmit={() => isWhole && onGive(secrets)}>
      <Banner>{t('The passwords of these databases are no part of the bundle.')}</Banner>
      {needed.map((each, index) => {
        const isKey = each.field === 'ssh_tunnel_private_keys'
        return (
          <TextField
            key={`${each.field} ${each.path}`}
            label={SECRET_LABELS[each.field](each.path)}
            {...(each.server === undefined ? {} : { description: t('Sent to %s', each.server) })}
            {...(isKey ? { isMultiline: true, isCode: true, rows: 4 } : { type: 'password' as const })}
            autoComplete={isKey ? 'off' : 'new-password'}
            autoFocus={index === 0}
            value={valueOf(each)}
            onChange={(value) => onChange(withSecret(secrets, each, value))}
          />
        )
      })}
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
  readonly secrets: BundleSecrets
  readonly onSecrets: (secrets: BundleSecrets) => void
  readonly run: ReturnType<typeof useImport>
}

function Body({ name, step, noun, formId, run, secrets, onSecrets, ...review }: BodyProps) {
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
          <Progress label={step.label} value={step.progress && progressShare(step.progress)} isThin={false} />
          {step.progress && <span className={styles['files']}>{finishedFilesText(step.progress)}</span>}
        </Stack>
      )
    case 'secrets':
      return (
        <Secrets needed={step.needed} id={formId} onGive={run.giveSecrets} secrets={secrets} onChange={onSecrets} />
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
  const [secrets, setSecrets] = useState<BundleSecrets>({})
  // The secrets of one file are not for another one, which may name other servers.
  const run = useImport(name, onClose, () => setSecrets({}))
  const { step, take } = run
  useEffect(() => {
    if (file) take(file)
    // oxlint-disable-next-line react/exhaustive-deps -- a file that was dropped is taken once
  }, [file])
  const isOverwriting = step.at === 'review' && step.exists.length > 0
  const isReady = step.at === 'review' && (!isOverwriting || typed.trim() === OVERWRITE)
  const hasSecret = Object.values(secrets).some((byPath) => Object.values(byPath).some((secret) => secret !== ''))
  const isChanged = (step.at === 'secrets' && hasSecret) || (step.at === 'review' && (typed !== '' || isPublishing))
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
          {step.at === 'secrets' && (
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
        secrets={secrets}
        onSecrets={setSecrets}
        run={run}
      />
    </ConfirmLeaveModal>
  )
}
