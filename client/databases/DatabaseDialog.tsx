import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchAvailableEngines, type ConnectionResponse, type EngineResponse } from '#calls/databases.ts'
import { fetchResource } from '#calls/resources.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import {
  type ChangeSwitch,
  type ConnectionDraft,
  draftOf,
  type FieldProblems,
  fieldsOf,
  hasSwitch,
  newDraft,
} from './connection-form.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { CertificateFields } from './CertificateFields.tsx'
import { ConnectionHeader } from './ConnectionHeader.tsx'
import { TunnelFields } from './TunnelFields.tsx'
import { useConnection } from './use-connection.ts'
import { DEFAULT_POOL_SIZE, MAX_POOL_SIZE } from '#core/rest/pool-size.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'

interface EngineProps {
  readonly engine: EngineResponse
}

interface ConnectionSwitchesProps {
  readonly draft: ConnectionDraft
  readonly isReadOnly: boolean
  readonly onChange: (draft: ConnectionDraft) => void
}

const switches = (): readonly (readonly [ChangeSwitch, string, string])[] => [
  ['allow_ctas', t('Allow CREATE TABLE AS'), t('The SQL editor can store the rows of a query in a new table.')],
  ['allow_cvas', t('Allow CREATE VIEW AS'), t('The SQL editor can store a query as a view.')],
  [
    'allow_dml',
    t('Allow DML'),
    t(
      'The SQL editor can change data: INSERT, UPDATE, DELETE, MERGE and TRUNCATE, and CREATE, ALTER and DROP of tables and views.',
    ),
  ],
  [
    'allow_file_upload',
    t('Allow data upload'),
    t('Files become tables of this database, for users who have access to it and may upload files.'),
  ],
]

/** Switches for the changes of a database that its engine supports. */
function ConnectionSwitches({ draft, engine, isReadOnly, onChange }: ConnectionSwitchesProps & EngineProps) {
  return switches()
    .filter(([name]) => hasSwitch(engine, name))
    .map(([name, label, description]) => (
      <Checkbox
        key={name}
        isSelected={draft.switches[name]}
        description={description}
        isDisabled={isReadOnly}
        onChange={(value) => onChange({ ...draft, switches: { ...draft.switches, [name]: value } })}
      >
        {label}
      </Checkbox>
    ))
}

/** Switch for the cost estimate of the SQL editor. */
function CostSwitch({ draft, isReadOnly, onChange }: ConnectionSwitchesProps) {
  return (
    <Checkbox
      isSelected={draft.hasCostEstimate}
      description={t('The SQL editor offers the estimated cost of a query before it runs.')}
      isDisabled={isReadOnly}
      onChange={(hasCostEstimate) => onChange({ ...draft, hasCostEstimate })}
    >
      {t('Enable query cost estimation')}
    </Checkbox>
  )
}

/** The maximum number of connections for the queries of a database. */
function PoolSizeField({
  draft,
  problems,
  isReadOnly,
  onChange,
}: ConnectionSwitchesProps & { readonly problems: FieldProblems }) {
  const error = problems['pool_size']
  return (
    <TextField
      label={t('Connection pool size')}
      description={t(
        'Maximum number of connections for queries, from 1 to %s; %s if empty. Further queries wait.',
        MAX_POOL_SIZE,
        DEFAULT_POOL_SIZE,
      )}
      {...(error !== undefined && { error })}
      value={draft.poolSize}
      onChange={(poolSize) => onChange({ ...draft, poolSize })}
      isReadOnly={isReadOnly}
      autoComplete="off"
    />
  )
}

/** Notes about an engine: a missing driver, and that it is not verified. */
function EngineNotices({ engine }: EngineProps) {
  const { is_driver_installed: isInstalled, is_verified: isVerified } = engine.engine_information ?? {}
  return (
    <>
      {isInstalled === false && (
        <Banner>
          {t(
            'The driver of %s is not installed. An administrator installs it with "facet driver add %s" and restarts the server.',
            engine.name,
            engine.default_driver ?? engine.engine,
          )}
        </Banner>
      )}
      {isVerified === false && (
        <Banner>{t('%s is not verified: no test has run on such a server.', engine.name)}</Banner>
      )}
    </>
  )
}

interface Props {
  /** The database to edit; absent for a new one. */
  readonly id?: number | undefined
  readonly onClose: () => void
  readonly onSaved: (id: number) => void
}

interface FormProps extends Props {
  readonly engines: readonly EngineResponse[]
  readonly first: EngineResponse
  readonly known: ConnectionResponse | undefined
}

interface OtherProblemsProps {
  readonly problems: FieldProblems
  /** The names of fields, which show their own problem. */
  readonly shown: readonly string[]
}

/** The problems that no field shows. */
function OtherProblems({ problems, shown }: OtherProblemsProps) {
  return Object.entries(problems)
    .filter(([name]) => !shown.includes(name))
    .map(([name, text]) => (
      <Banner key={name} tone="danger" isLive>
        {text}
      </Banner>
    ))
}

const titleOf = (known: { readonly database_name: string } | undefined) =>
  known ? t('Edit database %s', known.database_name) : t('Connect a database')

function Form({ engines, first, known, onClose, onSaved }: FormProps) {
  const [begun] = useState<ConnectionDraft>(() => (known ? draftOf(known) : newDraft(first)))
  const [draft, setDraft] = useState(begun)
  const engine = engines.find((each) => each.engine === draft.engine) ?? first
  const fields = fieldsOf(engine)
  const connection = useConnection(draft, engine, known, onSaved)
  const { problems } = connection
  // Switching between URL and fields is not a change.
  const isChanged = JSON.stringify({ ...draft, isUri: begun.isUri }) !== JSON.stringify(begun)
  const isReadOnly = known?.is_managed_externally === true
  const hasCertificates = engine.engine_information?.supports_certificates === true
  const hasClientCertificates = engine.engine_information?.supports_client_certificates === true
  const hasTunnels = engine.engine_information?.disable_ssh_tunneling === false
  const hasPool = engine.engine_information?.supports_pool_size === true
  const shown = [
    'database_name',
    ...(draft.isUri ? ['sqlalchemy_uri'] : fields.map(({ name }) => name)),
    ...(hasCertificates ? ['server_cert'] : []),
    ...(hasClientCertificates ? ['masked_encrypted_extra', 'client_key'] : []),
    ...(hasTunnels && draft.tunnel ? ['ssh_tunnel'] : []),
    ...(hasPool ? ['pool_size'] : []),
  ]
  const common = { draft, problems, isReadOnly, onChange: setDraft }
  const buttons = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isPending={connection.isTesting} onPress={connection.test}>
        {t('Test connection')}
      </Button>
      <Button
        isWrite
        variant="primary"
        isDisabled={isReadOnly}
        isPending={connection.isSaving}
        onPress={connection.save}
      >
        {known ? t('Save') : t('Connect')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal title={titleOf(known)} isOpen isChanged={isChanged} onClose={onClose} footer={buttons}>
      <FormStack ariaLabel={titleOf(known)} onSubmit={isReadOnly ? undefined : connection.save}>
        {isReadOnly && <Banner>{t("This database is managed externally, and can't be edited in the product")}</Banner>}
        <OtherProblems problems={problems} shown={shown} />
        <EngineNotices engine={engine} />
        <ConnectionHeader {...common} engines={engines} isNew={known === undefined} />
        <ConnectionFields {...common} engine={engine} onLeave={connection.look} />
        {hasCertificates && <CertificateFields {...common} hasClientCertificates={hasClientCertificates} />}
        {hasTunnels && <TunnelFields {...common} foundKey={connection.foundKey} />}
        {hasPool && <PoolSizeField {...common} />}
        <ConnectionSwitches {...common} engine={engine} />
        {engine.engine_information?.supports_cost_estimate && <CostSwitch {...common} />}
      </FormStack>
    </ConfirmLeaveModal>
  )
}

/** Edits, tests and saves a database connection. */
export function DatabaseDialog(props: Props) {
  const { id, onClose } = props
  const engines = useQuery({ queryKey: ['engines'], queryFn: fetchAvailableEngines })
  const known = useQuery({
    queryKey: ['database', id],
    queryFn: ({ signal }) => fetchResource<ConnectionResponse>('database', id ?? 0, signal),
    enabled: id !== undefined,
    gcTime: 0,
  })
  const first = engines.data?.[0]
  const failed = engines.error ?? known.error
  if (first && (id === undefined || known.data))
    return <Form {...props} engines={engines.data ?? []} first={first} known={known.data} />
  return (
    <Modal title={titleOf(undefined)} isOpen onClose={onClose}>
      {failed ? <Banner tone="danger">{failed.message}</Banner> : <Skeleton shape="lines" label={t('Loading')} />}
    </Modal>
  )
}
