import { useMemo, useRef } from 'react'
import {
  allFolders,
  type DatasetFolder,
  type FolderPart,
  MAX_FOLDER_DEPTH,
  MAX_FOLDER_NAME,
  MAX_FOLDERS,
} from '#core/rest/dataset-folders.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { DatasetEdit } from './edit-draft.ts'
import type { EditTabProps } from './edit-tab.ts'
import { addFolder, changeFolder, moveEntry, moveFolder, moveField, removeEntry } from './folder-edit.ts'
import styles from './FoldersTab.module.css'
import { type FolderChanges, useFolderChanges, useFolderDrag, useFolderDrop } from './use-folder-drag.ts'

/** Returns the columns and metrics that can be put into a folder: those that are saved. */
function partsOf({ columns, metrics }: DatasetEdit): readonly FolderPart[] {
  return [
    ...metrics.flatMap(({ uuid, metric_name: name }) => (uuid ? [{ type: 'metric', uuid, name } as const] : [])),
    ...columns.flatMap(({ uuid, column_name: name }) => (uuid ? [{ type: 'column', uuid, name } as const] : [])),
  ]
}

interface TreeProps extends FolderChanges {
  readonly parts: readonly FolderPart[]
}

/** Buttons that move an entry within its list. */
function MoveButtons({
  name,
  uuid,
  folders,
  onChange,
}: Pick<TreeProps, 'folders' | 'onChange'> & { readonly name: string; readonly uuid: string }) {
  return (
    <>
      <IconButton
        icon="arrow-up"
        size="sm"
        label={t('Move %s up', name)}
        onPress={() => onChange(moveEntry(folders, uuid, -1))}
      />
      <IconButton
        icon="arrow-down"
        size="sm"
        label={t('Move %s down', name)}
        onPress={() => onChange(moveEntry(folders, uuid, 1))}
      />
    </>
  )
}

/** A column or metric in a folder. */
function FieldEntry({ part, tree }: { readonly part: FolderPart; readonly tree: TreeProps }) {
  const name = tree.parts.find(({ uuid }) => uuid === part.uuid)?.name ?? part.name
  const row = useRef<HTMLLIElement>(null)
  useFolderDrag(row, part.uuid, name)
  const dropPositionAt = (share: number) => (share < 0.5 ? 'before' : 'after')
  const drop = useFolderDrop(row, { uuid: part.uuid, dropPositionAt }, tree)
  return (
    <li ref={row} className={styles['entry']} data-drop={drop}>
      <Icon name="drag" size={14} />
      <span className={styles['name']}>{name}</span>
      <span className={styles['type']}>{part.type === 'metric' ? t('Metric') : t('Column')}</span>
      <MoveButtons name={name} uuid={part.uuid} folders={tree.folders} onChange={tree.onChange} />
      <IconButton
        icon="close"
        size="sm"
        label={t('Take %s out of the folder', name)}
        onPress={() => tree.onUndoable(removeEntry(tree.folders, part.uuid), t('Removed: %s', name))}
      />
    </li>
  )
}

/** The fields that put a column or metric into a folder, and the folder into another one. */
function FolderPositionFields({ folder, tree, parent }: FolderProps) {
  const { folders, parts, onChange } = tree
  const inside = new Set(folder.children.map(({ uuid }) => uuid))
  const free = parts.filter(({ uuid }) => !inside.has(uuid))
  const own = new Set(allFolders([folder]).map(({ uuid }) => uuid))
  const targets = allFolders(folders).filter(({ uuid }) => !own.has(uuid))
  return (
    <Inline gap={2}>
      <Select
        ariaLabel={t('Add to %s', folder.name)}
        placeholder={t('Add a column or metric')}
        size="sm"
        options={free.map(({ uuid, name, type }) => ({
          value: uuid,
          label: name,
          detail: type === 'metric' ? t('Metric') : t('Column'),
        }))}
        value={undefined}
        onChange={(uuid) => {
          const part = parts.find((each) => each.uuid === uuid)
          if (part) onChange(moveField(folders, part, folder.uuid))
        }}
      />
      <Select
        ariaLabel={t('Place of %s', folder.name)}
        size="sm"
        options={[
          { value: '', label: t('Top level') },
          ...targets.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        value={parent?.uuid ?? ''}
        onChange={(uuid) => onChange(moveFolder(folders, folder.uuid, uuid || undefined))}
      />
    </Inline>
  )
}

interface FolderProps {
  readonly folder: DatasetFolder
  readonly parent: DatasetFolder | undefined
  readonly tree: TreeProps
}

interface EntryProps extends FolderProps {
  readonly level: number
}

/** A folder with its name, its entries and the controls that change them. */
function FolderEntry({ folder, parent, tree, level }: EntryProps) {
  const { folders, onChange, onUndoable } = tree
  const { uuid, name } = folder
  const isFull = level >= MAX_FOLDER_DEPTH || allFolders(folders).length >= MAX_FOLDERS
  const [handle, header] = [useRef<HTMLSpanElement>(null), useRef<HTMLDivElement>(null)]
  useFolderDrag(handle, uuid, name)
  const drop = useFolderDrop(header, { uuid, dropPositionAt: (share) => (share < 0.3 ? 'before' : 'into') }, tree)
  return (
    <li className={styles['folder']} aria-label={name}>
      <div ref={header} className={styles['header']} data-drop={drop}>
        <span ref={handle} className={styles['handle']} aria-hidden="true">
          <Icon name="drag" size={14} />
        </span>
        <TextField
          ariaLabel={t('Name of folder %s', name)}
          value={name}
          onChange={(text) => onChange(changeFolder(folders, uuid, { name: text }))}
          maxLength={MAX_FOLDER_NAME}
        />
        <MoveButtons name={name} uuid={uuid} folders={folders} onChange={onChange} />
        <IconButton
          icon="plus"
          size="sm"
          label={t('Add folder in %s', name)}
          isDisabled={isFull}
          onPress={() => onChange(addFolder(folders, t('New folder'), crypto.randomUUID(), uuid))}
        />
        <IconButton
          icon="trash"
          size="sm"
          label={t('Remove folder %s', name)}
          onPress={() => onUndoable(removeEntry(folders, uuid), t('Removed: %s', name))}
        />
      </div>
      <FolderPositionFields folder={folder} parent={parent} tree={tree} />
      <ul className={styles['list']}>
        {folder.children.map((child) =>
          child.type === 'folder' ? (
            <FolderEntry key={child.uuid} folder={child} parent={folder} tree={tree} level={level + 1} />
          ) : (
            <FieldEntry key={child.uuid} part={child} tree={tree} />
          ),
        )}
      </ul>
    </li>
  )
}

/** The end of the top level, where folders can be dropped. */
function TopLevelEnd({ tree }: { readonly tree: TreeProps }) {
  const element = useRef<HTMLDivElement>(null)
  const drop = useFolderDrop(element, { uuid: undefined, dropPositionAt: () => 'into' }, tree)
  return <div ref={element} className={styles['end']} data-drop={drop} />
}

/** The folders of columns and metrics, which explore shows as groups. */
export function FoldersTab({ edit, onChange }: Pick<EditTabProps, 'edit' | 'onChange'>) {
  const { folders = [] } = edit
  const parts = useMemo(() => partsOf(edit), [edit])
  const changes = useFolderChanges(folders, (next) => onChange({ folders: next }))
  const tree: TreeProps = { ...changes, parts }
  return (
    <Stack gap={3}>
      <Inline justify="end">
        <Button
          icon="plus"
          isDisabled={allFolders(folders).length >= MAX_FOLDERS}
          onPress={() => changes.onChange(addFolder(folders, t('New folder'), crypto.randomUUID()))}
        >
          {t('Add folder')}
        </Button>
      </Inline>
      {folders.length === 0 && <EmptyState size="sm" title={t('Folders group columns and metrics in explore')} />}
      <ul className={styles['list']} aria-label={t('Folders')}>
        {folders.map((folder) => (
          <FolderEntry key={folder.uuid} folder={folder} parent={undefined} tree={tree} level={1} />
        ))}
      </ul>
      {folders.length > 0 && <TopLevelEnd tree={tree} />}
    </Stack>
  )
}
