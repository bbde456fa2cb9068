import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewToken, NewTokenResponse } from '#calls/me.ts'
import type { ApiTokensResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  /** The roles of the user, to one of which the token may be limited. */
  readonly roles: ApiTokensResponse['roles']
  readonly create: (draft: NewToken) => Promise<NewTokenResponse>
  readonly onCreated: () => void
  readonly onClose: () => void
}

const scopes = () =>
  [
    { value: 'read', label: t('Read'), description: t('Lists, data and files that the user may see; changes nothing') },
    {
      value: 'write',
      label: t('Read and write'),
      description: t('Everything the user may do, except accounts and access'),
    },
  ] as const

const lifetimes = () => [7, 30, 90, 365].map((days) => ({ value: String(days), label: t('%s days', days) }))

/** The value of the select that limits the token to no role. */
const ALL_ROLES = ''

interface FieldsProps extends Pick<Props, 'roles'> {
  readonly draft: NewToken
  readonly onChange: (next: NewToken) => void
}

function TokenFields({ draft, roles, onChange }: FieldsProps) {
  const { role_id: roleId, ...withoutRole } = draft
  return (
    <>
      <TextField
        label={t('Name')}
        description={t('What the token is for')}
        isRequired
        autoFocus
        maxLength={100}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <RadioGroup
        label={t('Scope')}
        options={scopes()}
        value={draft.scope}
        onChange={(scope) => onChange({ ...draft, scope })}
      />
      <Select<string>
        label={t('Role')}
        description={t('With a role, the token has only the rights of the role, and none as an owner')}
        options={[
          { value: ALL_ROLES, label: t('All roles of the user') },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={roleId === undefined ? ALL_ROLES : String(roleId)}
        onChange={(id) => onChange(id === ALL_ROLES ? withoutRole : { ...draft, role_id: Number(id) })}
      />
      <Select<string>
        label={t('Expires in')}
        options={lifetimes()}
        value={String(draft.expires_in_days)}
        onChange={(days) => onChange({ ...draft, expires_in_days: Number(days) })}
      />
    </>
  )
}

/** Shows a new token, which no later response contains. */
function NewTokenText({ token }: { readonly token: string }) {
  return (
    <>
      <TextField label={t('Token')} value={token} onChange={() => undefined} isReadOnly />
      <p>{t('Copy it now: it is not shown again. Send it in the header "Authorization: Bearer".')}</p>
    </>
  )
}

/** Creates an API token and shows it once. */
export function TokenDialog({ roles, create: createToken, onCreated, onClose }: Props) {
  const [draft, setDraft] = useState<NewToken>({ name: '', scope: 'read', expires_in_days: 90 })
  const create = useMutation({
    mutationFn: () => createToken({ ...draft, name: draft.name.trim() }),
    onSuccess: onCreated,
  })
  const token = create.data?.token
  const footer =
    token === undefined ? (
      <>
        <Button onPress={onClose}>{t('Cancel')}</Button>
        <Button
          isWrite
          variant="primary"
          isPending={create.isPending}
          isDisabled={draft.name.trim() === ''}
          onPress={() => create.mutate()}
        >
          {t('Create token')}
        </Button>
      </>
    ) : (
      <>
        <Button onPress={onClose}>{t('Close')}</Button>
        <CopyButton
          variant="button"
          size="md"
          label={t('Copy token')}
          copiedLabel={t('Copied')}
          text={token}
          onError={() => toast.show({ text: t('The token could not be copied. Select it instead.'), tone: 'danger' })}
        />
      </>
    )
  return (
    <Modal title={t('New API token')} isOpen onClose={onClose} footer={footer}>
      <Stack gap={3}>
        {create.isError && (
          <Banner tone="danger" isLive>
            {create.error.message}
          </Banner>
        )}
        {token === undefined ? (
          <TokenFields draft={draft} roles={roles} onChange={setDraft} />
        ) : (
          <NewTokenText token={token} />
        )}
      </Stack>
    </Modal>
  )
}
