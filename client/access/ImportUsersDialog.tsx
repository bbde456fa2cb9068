import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importUsers, type UserImportOptions } from '#calls/security.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { session } from '#client/session/session.ts'
import type { ImportedUser, UserImportResponse } from '#core/rest/security.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'

/** Rows that the dialog lists. */
const MAX_LISTED = 200

const actionTexts = (): Readonly<Record<ImportedUser['action'], string>> => ({
  create: t('New'),
  change: t('Changed'),
  reject: t('Rejected'),
})
const TONES = { create: 'good', change: 'neutral', reject: 'warn' } as const

function detailText({ action, reason, fields }: ImportedUser): string {
  if (action === 'reject') return reason ?? ''
  const texts = fields.map(({ name, before, after }) =>
    action === 'create' ? `${name}: ${after}` : t('%s: %s to %s', name, before || t('nothing'), after || t('nothing')),
  )
  return texts.join(', ')
}

const columns = (): readonly TableColumn<ImportedUser>[] => [
  { id: 'line', title: t('Line'), width: 60, cell: ({ line }) => line },
  { id: 'username', title: t('User name'), width: '25%', cell: ({ username }) => username },
  {
    id: 'action',
    title: t('Action'),
    width: 110,
    cell: ({ action }) => <Badge tone={TONES[action]}>{actionTexts()[action]}</Badge>,
  },
  { id: 'detail', title: t('Details'), cell: detailText },
]

/** The result of an import or its dry run: counts, and the rows with a change or an error. */
function ImportResult({ answer }: { readonly answer: UserImportResponse }) {
  const { created, changed, unchanged, rejected, result, dry_run } = answer
  const counts = t('New: %s, changed: %s, unchanged: %s, rejected: %s.', created, changed, unchanged, rejected)
  return (
    <>
      <p role="status">{dry_run ? t('Nothing is stored yet. %s', counts) : t('Imported. %s', counts)}</p>
      {rejected > 0 && dry_run && (
        <Banner tone="warn">{t('Rejected rows are left out. Correct the file, or import the others.')}</Banner>
      )}
      <Table
        label={t('Rows of the file')}
        rows={result.slice(0, MAX_LISTED)}
        rowKey={({ line }) => String(line)}
        columns={columns()}
        isDense
        empty={<EmptyState title={t('No row changes anything')} />}
      />
      {result.length > MAX_LISTED && <p>{t('The first %s of %s rows are listed.', MAX_LISTED, result.length)}</p>}
    </>
  )
}

interface LinkOptionsProps {
  readonly isInviting: boolean
  readonly isSending: boolean
  readonly onInviting: (isInviting: boolean) => void
  readonly onSending: (isSending: boolean) => void
}

/** Whether new users get sign-in links, and whether they are sent. */
function LinkOptions({ isInviting, isSending, onInviting, onSending }: LinkOptionsProps) {
  return (
    <>
      <Switch isSelected={isInviting} onChange={onInviting}>
        {t('Create sign-in links for new users')}
      </Switch>
      {isInviting && session().settings.sendsMail && (
        <Switch isSelected={isSending} onChange={onSending}>
          {t('Send the links by email to users who have an address')}
        </Switch>
      )}
    </>
  )
}

/** How many links were sent, and why others were not. */
function MailResult({ sent, mail_problem: problem }: Pick<UserImportResponse, 'sent' | 'mail_problem'>) {
  return (
    <>
      {sent > 0 && <p role="status">{tn('%s link was sent by email.', '%s links were sent by email.', sent, sent)}</p>}
      {problem !== null && <Banner tone="warn">{t('Some links were not sent: %s', problem)}</Banner>}
    </>
  )
}

/** The sign-in links of new users, to be copied once. */
function Invitations({ invitations }: Pick<UserImportResponse, 'invitations'>) {
  const text = invitations.map(({ username, url }) => `${username}\t${url}`).join('\n')
  return (
    <>
      <p>{t('Copy the sign-in links now: they are not shown again. Each works once, for 24 hours.')}</p>
      <div>
        <CopyButton
          variant="button"
          size="md"
          label={t('Copy %s links', invitations.length)}
          copiedLabel={t('Copied')}
          text={text}
          onError={() => toast.show({ text: t('The links could not be copied.'), tone: 'danger' })}
        />
      </div>
    </>
  )
}

interface FileOfUsers {
  readonly name: string
  readonly text: string
}

/** Returns the mutations that read a file, check it and import it. */
function useUserImport() {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: ({ file, ...options }: UserImportOptions & { readonly file: FileOfUsers }) =>
      importUsers(file.text, options),
    onSuccess: ({ dry_run }) => {
      if (!dry_run) void client.invalidateQueries({ queryKey: ['list', 'security/users'] })
    },
  })
  const read = useMutation({
    mutationFn: async (file: File): Promise<FileOfUsers> => ({ name: file.name, text: await file.text() }),
    onSuccess: (file) => run.mutate({ file, isDryRun: true, isInviting: false }),
  })
  return { read, run }
}

/** Imports users from a CSV file: shows what would change, then imports. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const [isInviting, setInviting] = useState(true)
  const [isSending, setSending] = useState(session().settings.sendsMail)
  const { read, run } = useUserImport()
  const file = read.data
  const answer = run.data
  const isDone = answer?.dry_run === false
  const changes = (answer?.created ?? 0) + (answer?.changed ?? 0)
  const problem = read.error ?? run.error
  const start = () => file && run.mutate({ file, isDryRun: false, isInviting, isSending: isInviting && isSending })
  const footer = isDone ? (
    <Button variant="primary" onPress={onClose}>
      {t('Close')}
    </Button>
  ) : (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isDisabled={changes === 0} isPending={run.isPending} onPress={start}>
        {t('Import')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal
      title={t('Import users')}
      isOpen
      isChanged={isDone && answer.invitations.length > 0}
      onClose={onClose}
      footer={footer}
      size="lg"
    >
      <Stack gap={3}>
        {problem && (
          <Banner tone="danger" isLive>
            {problem.message}
          </Banner>
        )}
        {!isDone && (
          <FileDrop
            label={file?.name ?? t('Drop a CSV file here')}
            buttonLabel={t('Choose a file')}
            description={t(
              'Columns: username, first_name, last_name, email, roles, groups, active. Separate roles and groups by semicolons.',
            )}
            accept={['.csv', 'text/csv']}
            isPending={read.isPending || run.isPending}
            onFiles={([first]) => first && read.mutate(first)}
          />
        )}
        {answer && <ImportResult answer={answer} />}
        {answer && !isDone && answer.created > 0 && (
          <LinkOptions isInviting={isInviting} isSending={isSending} onInviting={setInviting} onSending={setSending} />
        )}
        {isDone && <MailResult {...answer} />}
        {isDone && answer.invitations.length > 0 && <Invitations invitations={answer.invitations} />}
      </Stack>
    </ConfirmLeaveModal>
  )
}
