import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import type { CertificateName, ConnectionDraft, FieldProblems } from './connection-form.ts'

interface Props {
  readonly draft: ConnectionDraft
  readonly problems: FieldProblems
  readonly isReadOnly: boolean
  /** True if connections also have a certificate of their own. */
  readonly hasClientCertificates: boolean
  readonly onChange: (draft: ConnectionDraft) => void
}

const certificateFields = (): readonly (readonly [CertificateName, string, string])[] => [
  [
    'server_cert',
    t('Root certificate'),
    t(
      'Certificates in PEM form that the certificate of the server must be signed by. The connection then needs SSL, and the certificate must be for the host.',
    ),
  ],
  ['client_cert', t('Client certificate'), t('In PEM form, if the server verifies its clients')],
  ['client_key', t('Client key'), t('In PEM form without a passphrase; stored encrypted, and never shown again')],
]

/** The certificates of a connection: of the authority of the server, and of the client. */
export function CertificateFields({ draft, problems, isReadOnly, hasClientCertificates, onChange }: Props) {
  const fields = certificateFields().filter(([name]) => hasClientCertificates || name === 'server_cert')
  return fields.map(([name, label, description]) => {
    // The server checks the client certificate together with its key.
    const error = problems[name === 'client_cert' ? 'masked_encrypted_extra' : name]
    return (
      <TextField
        key={name}
        label={label}
        description={description}
        {...(error === undefined ? {} : { error })}
        value={draft.certificates[name] ?? ''}
        onChange={(value) => onChange({ ...draft, certificates: { ...draft.certificates, [name]: value } })}
        autoComplete="off"
        rows={2}
        isMultiline
        isCode
        isReadOnly={isReadOnly}
      />
    )
  })
}
