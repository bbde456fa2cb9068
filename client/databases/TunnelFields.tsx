import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { type ConnectionDraft, type FieldProblems, newTunnel, type TunnelName } from './connection-form.ts'

interface Props {
  readonly draft: ConnectionDraft
  readonly problems: FieldProblems
  readonly isReadOnly: boolean
  /** The fingerprint of the SSH server, if its key is not confirmed yet. */
  readonly foundKey: string | undefined
  readonly onChange: (draft: ConnectionDraft) => void
}

interface TunnelField {
  readonly name: TunnelName
  readonly label: string
  readonly description?: string
  readonly isRequired?: true
  readonly isSecret?: true
  readonly isMultiline?: true
}

const tunnelFields = (): readonly TunnelField[] => [
  { name: 'server_address', label: t('SSH host'), isRequired: true },
  { name: 'server_port', label: t('SSH port'), isRequired: true },
  { name: 'username', label: t('SSH username'), isRequired: true },
  { name: 'password', label: t('SSH password'), description: t('Or a private key'), isSecret: true },
  { name: 'private_key', label: t('Private key'), description: t('In PEM or OpenSSH form'), isMultiline: true },
  { name: 'private_key_password', label: t('Private key password'), isSecret: true },
  {
    name: 'host_key',
    label: t('Host key fingerprint'),
    description: t(
      'Such as SHA256:..., as "ssh-keygen -l" prints it. If it is empty, the connection test shows it, and sends nothing else.',
    ),
  },
]

/** The SSH tunnel of a connection: a switch, and the fields of the SSH server. */
export function TunnelFields({ draft, problems, isReadOnly, foundKey, onChange }: Props) {
  const { tunnel } = draft
  const error = problems['ssh_tunnel']
  const isUnconfirmed = foundKey !== undefined && tunnel?.host_key !== foundKey
  const faulty: TunnelName = isUnconfirmed ? 'host_key' : 'server_address'
  return (
    <>
      <Checkbox
        isSelected={Boolean(tunnel)}
        description={t(
          'Connects to the database through an SSH server; its host and port are those that this server reaches.',
        )}
        isDisabled={isReadOnly}
        onChange={(isOn) => onChange({ ...draft, tunnel: isOn ? newTunnel : null })}
      >
        {t('SSH tunnel')}
      </Checkbox>
      {tunnel &&
        tunnelFields().map(({ name, label, description, isRequired, isSecret, isMultiline }) => (
          <TextField
            key={name}
            label={label}
            {...(description && { description })}
            {...(name === faulty && error !== undefined && { error })}
            value={tunnel[name] ?? ''}
            onChange={(value) => onChange({ ...draft, tunnel: { ...tunnel, [name]: value } })}
            type={isSecret ? 'password' : 'text'}
            autoComplete={isSecret ? 'new-password' : 'off'}
            isRequired={isRequired}
            isMultiline={isMultiline}
            rows={2}
            isCode={isMultiline}
            isReadOnly={isReadOnly}
          />
        ))}
      {tunnel && isUnconfirmed && !isReadOnly && (
        <Button onPress={() => onChange({ ...draft, tunnel: { ...tunnel, host_key: foundKey } })}>
          {t('Confirm the host key %s', foundKey)}
        </Button>
      )}
    </>
  )
}
