import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import { compareRoles } from '#calls/security.ts'
import type { NamedResponse, RoleResponse } from '#core/rest/responses.ts'
import type { RoleComparison } from '#core/rest/role-comparison.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { phoneColumns, type TableColumn } from '#ui/display/table-column.ts'
import { Select } from '#ui/input/Select.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { type ComparisonPart, type ComparisonRow, comparisonParts } from './comparison-rows.ts'

interface RoleSelectProps {
  readonly label: string
  readonly value: NamedResponse | undefined
  readonly onChange: (role: NamedResponse) => void
}

/** Selects a role by its name. */
function RoleSelect({ label, value, onChange }: RoleSelectProps) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['list', 'security/roles', 'compared', search],
    queryFn: ({ signal }) =>
      listResource<RoleResponse>(
        'security/roles',
        {
          filters: search === '' ? [] : [{ col: 'name', opr: 'ct', value: search }],
          order_column: 'name',
          order_direction: 'asc',
          page: 0,
          page_size: 100,
        },
        signal,
      ),
  })
  const roles = new Map([...(value ? [value] : []), ...(found.data?.result ?? [])].map((role) => [role.id, role]))
  const choose = (id: number) => {
    const role = roles.get(id)
    if (role) onChange({ id, name: role.name })
  }
  return (
    <Select<number>
      label={label}
      isSearchable
      onSearch={setSearch}
      isLoading={found.isFetching}
      error={found.error?.message}
      options={[...roles.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id}
      onChange={choose}
    />
  )
}

const columnsOf = ({ left, right }: RoleComparison): readonly TableColumn<ComparisonRow>[] => {
  const side = (id: 'left' | 'right', title: string): TableColumn<ComparisonRow> => ({
    id,
    title,
    width: 150,
    cell: (row) => row[id],
    stackedCell: (row) => t('%s: %s', title, row[id]),
  })
  return [
    { id: 'name', title: t('Difference'), cell: ({ name }) => name },
    { id: 'detail', title: t('Detail'), isQuiet: true, cell: ({ detail }) => detail },
    side('left', left.name),
    side('right', right.name),
  ]
}

/** The differences of one type. */
function Differences({ part, comparison }: { readonly part: ComparisonPart; readonly comparison: RoleComparison }) {
  const columns = columnsOf(comparison)
  const isNarrow = useIsNarrow()
  const { title, rows, more } = part
  return (
    <Section title={t('%s (%s)', title, rows.length + more)}>
      {rows.length === 0 ? (
        <p>{t('No differences')}</p>
      ) : (
        <Table
          label={title}
          rows={rows}
          rowKey={({ key }) => key}
          columns={isNarrow ? phoneColumns(columns) : columns}
        />
      )}
      {more > 0 && <p>{tn('%s more difference is not shown', '%s more differences are not shown', more, more)}</p>}
    </Section>
  )
}

const isAdminRole = ({ name }: NamedResponse) => name.toLowerCase() === 'admin'

function Comparison({ left, right }: { readonly left: NamedResponse; readonly right: NamedResponse }) {
  const comparison = useQuery({
    queryKey: ['role comparison', left.id, right.id],
    queryFn: ({ signal }) => compareRoles(left.id, right.id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (comparison.isError)
    return (
      <ErrorPanel
        title={t('The roles cannot be compared: %s', comparison.error.message)}
        actions={<Button onPress={() => void comparison.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (!comparison.data) return <Skeleton label={t('Loading')} height={240} />
  const admin = [left, right].find(isAdminRole)
  return (
    <>
      {admin && <Banner>{t('Users with the role %s may do everything, whatever is listed here.', admin.name)}</Banner>}
      {comparisonParts(comparison.data).map((part) => (
        <Differences key={part.title} part={part} comparison={comparison.data} />
      ))}
    </>
  )
}

interface Props {
  /** The role that is selected first. */
  readonly role: NamedResponse
  readonly onClose: () => void
}

/** Shows what one of two roles has and the other has not. */
export function CompareRolesDialog({ role, onClose }: Props) {
  const [left, setLeft] = useState<NamedResponse>({ id: role.id, name: role.name })
  const [right, setRight] = useState<NamedResponse>()
  const footer = (
    <Button variant="primary" onPress={onClose}>
      {t('Close')}
    </Button>
  )
  return (
    <Modal title={t('Compare roles')} isOpen onClose={onClose} size="lg" footer={footer}>
      <Stack gap={3}>
        <RoleSelect label={t('Role')} value={left} onChange={setLeft} />
        <RoleSelect label={t('Other role')} value={right} onChange={setRight} />
        {right && right.id !== left.id && <Comparison left={left} right={right} />}
        {right?.id === left.id && <p>{t('Select two different roles.')}</p>}
      </Stack>
    </Modal>
  )
}
