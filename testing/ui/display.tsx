import { type Entries, PRESS_KEYS, button } from './entry.ts'
import { Avatar } from '#ui/display/Avatar.tsx'
import { AvatarGroup } from '#ui/display/AvatarGroup.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { BarRow } from '#ui/display/BarRow.tsx'
import { Card } from '#ui/display/Card.tsx'
import { Chip } from '#ui/display/Chip.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Tree } from '#ui/display/Tree.tsx'
import { TruncatedText } from '#ui/display/TruncatedText.tsx'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'

/** The contract of display components. */
export const display: Entries = {
  Avatar: { draw: () => <Avatar name="It" />, role: 'img', name: 'It' },
  AvatarGroup: { draw: () => <AvatarGroup label="It" names={['A B']} />, role: 'group', name: 'It' },
  Badge: { draw: () => <Badge>It</Badge>, role: 'text' },
  Banner: {
    draw: (onClose) => <Banner onClose={onClose}>It</Banner>,
    role: 'button',
    name: 'Dismiss',
    keys: PRESS_KEYS,
  },
  BarRow: { draw: () => <BarRow label="It" share={0.5} />, role: 'text' },
  Card: { draw: () => <Card ariaLabel="It">In it</Card>, role: 'article', name: 'It' },
  Chip: { draw: (onPress) => <Chip onPress={onPress}>It</Chip>, ...button },
  CopyButton: {
    draw: (made) => (
      <CopyButton
        label="It"
        text={() => {
          made()
          return 'it'
        }}
      />
    ),
    ...button,
  },
  CountBadge: { draw: () => <CountBadge count={3} label="It" />, role: 'text' },
  EmptyState: { draw: () => <EmptyState title="It" isPage />, role: 'heading', name: 'It' },
  ErrorBoundary: { draw: () => <ErrorBoundary fallback={() => null}>It</ErrorBoundary>, role: 'text' },
  ErrorPanel: { draw: () => <ErrorPanel title="It" />, role: 'alert' },
  Icon: { draw: () => <Icon name="plus" label="It" />, role: 'img', name: 'It' },
  Kbd: { draw: () => <Kbd keys="It" />, role: 'text' },
  Progress: { draw: () => <Progress label="It" />, role: 'progressbar', name: 'It' },
  Skeleton: { draw: () => <Skeleton label="It" />, role: 'text' },
  Table: {
    draw: (onSort) => (
      <Table
        label="Things"
        rows={['a']}
        rowKey={String}
        columns={[{ id: 'it', title: 'It', isSortable: true, cell: String }]}
        onSort={onSort}
      />
    ),
    ...button,
    name: /^It/,
  },
  Tree: {
    draw: (onSelect, isDisabled) => (
      <Tree
        label="Things"
        nodes={[{ id: 'it', label: 'It' }]}
        expanded={new Set()}
        onExpand={() => {}}
        onSelect={onSelect}
        isDisabled={isDisabled}
      />
    ),
    role: 'treeitem',
    name: 'It',
    keys: PRESS_KEYS,
    canBeDisabled: true,
  },
  TruncatedText: { draw: () => <TruncatedText>It</TruncatedText>, role: 'text' },
  VirtualTable: {
    draw: (onCell) => (
      <VirtualTable
        label="It"
        rowCount={1}
        columns={[{ id: 'a', title: 'A', width: 90 }]}
        cell={() => 'x'}
        text={() => 'x'}
        onCell={onCell}
        height={200}
      />
    ),
    role: 'grid',
    name: 'It',
    keys: ['{ArrowDown}{Enter}'],
  },
}
