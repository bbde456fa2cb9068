import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createResource, updateResource } from '#calls/resources.ts'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { RelatedField } from '#client/properties/RelatedField.tsx'
import { attributesAsText, parseAttributeLines } from '#core/rest/attribute-lines.ts'
import type { NamedResponse, UserResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { QuotaSection, useQuotaDraft } from './QuotaSection.tsx'

interface Props {
  /** The user to edit; absent for a new one. */
  readonly user?: UserResponse | undefined
  /** Called with the id and name of a new user. */
  readonly onCreated: (user: Pick<UserResponse, 'id' | 'username' | 'email'> & { readonly isService: boolean }) => void
  readonly onClose: () => void
}

interface Draft {
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly active: boolean
  readonly is_service: boolean
  readonly attributes: string
  readonly roles: readonly NamedResponse[]
}

const draftOf = (user: UserResponse | undefined): Draft => ({
  username: user?.username ?? '',
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  active: user?.active ?? true,
  is_service: user?.is_service ?? false,
  attributes: attributesAsText(user?.attributes ?? {}),
  roles: user?.roles ?? [],
})

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  /** True for an existing user, who can be deactivated and stays of the same type. */
  readonly isExisting: boolean
}

/** Selects whether a new user is a service account, or whether an existing one is active. */
function TypeAndStatus({ draft, onChange, isExisting }: FieldsProps) {
  return isExisting ? (
    <Switch
      isSelected={draft.active}
      onChange={(active) => onChange({ active })}
      description={t('Without it, every session and bearer token ends at once')}
    >
      {draft.is_service ? t('Active') : t('May sign in')}
    </Switch>
  ) : (
    <Switch
      isSelected={draft.is_service}
      onChange={(is_service) => onChange({ is_service })}
      description={t('For scripts: it cannot sign in, and administrators create its API tokens')}
    >
      {t('Service account')}
    </Switch>
  )
}

function UserFields({ draft, onChange, isExisting }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('User name')}
        isRequired
        autoFocus
        maxLength={64}
        value={draft.username}
        onChange={(username) => onChange({ username })}
      />
      <TextField
        label={t('First name')}
        isRequired
        maxLength={64}
        value={draft.first_name}
        onChange={(first_name) => onChange({ first_name })}
      />
      <TextField
        label={t('Last name')}
        maxLength={64}
        value={draft.last_name}
        onChange={(last_name) => onChange({ last_name })}
      />
      <TextField
        label={t('Email')}
        description={t('The user can sign in with it, too')}
        maxLength={320}
        value={draft.email}
        onChange={(email) => onChange({ email })}
      />
      <RelatedField
        of="security/users"
        label={t('Roles')}
        field="roles"
        description={t('At least one')}
        value={draft.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <TextField
        label={t('Attributes')}
        isMultiline
        description={t("One per line, such as region = north. Row-level security reads them: attribute('region').")}
        error={parseAttributeLines(draft.attributes) ? undefined : t('Write each line as name = value.')}
        value={draft.attributes}
        onChange={(attributes) => onChange({ attributes })}
      />
      <TypeAndStatus draft={draft} onChange={onChange} isExisting={isExisting} />
    </>
  )
}

/** Edits the names, email address and roles of a user, and whether the user may sign in. */
export function UserDialog({ user, onCreated, onClose }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(user))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const quota = useQuotaDraft(user && { type: 'user', id: user.id })
  const isUserChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(user))
  const save = useMutation({
    mutationFn: async (body: object) => {
      if (!user) return createResource('security/users', body)
      await quota.save()
      return isUserChanged ? updateResource('security/users', user.id, body, user.version) : { id: user.id }
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['list', 'security/users'] })
      onClose()
      if (!user)
        onCreated({
          id,
          username: draft.username.trim(),
          email: draft.email.trim() || null,
          isService: draft.is_service,
        })
    },
  })
  const { attributes: lines, is_service, ...fields } = draft
  const attributes = parseAttributeLines(lines)
  const canSave =
    attributes !== undefined && draft.username.trim() !== '' && draft.first_name.trim() !== '' && draft.roles.length > 0
  return (
    <SaveDialog
      title={user ? t('Edit user %s', user.username) : t('Add user')}
      problem={save.error?.message}
      isChanged={isUserChanged || quota.isChanged}
      canSave={canSave}
      isSaving={save.isPending}
      onSave={() =>
        save.mutate({
          ...fields,
          ...(user || !is_service ? {} : { is_service }),
          ...(lines === draftOf(user).attributes ? {} : { attributes }),
          username: draft.username.trim(),
          email: draft.email.trim() || null,
          roles: draft.roles.map(({ id }) => id),
        })
      }
      onClose={onClose}
    >
      <UserFields draft={draft} onChange={change} isExisting={user !== undefined} />
      <QuotaSection draft={quota} />
    </SaveDialog>
  )
}
