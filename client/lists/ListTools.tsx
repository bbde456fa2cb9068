import { useState } from 'react'
import { mayTag } from '#client/properties/may-tag.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { BulkDelete } from './BulkDelete.tsx'
import { ListFilters } from './ListFilters.tsx'
import { canSeeFolders } from './list-filter.ts'
import { useListState } from './list-state.ts'
import { FolderPath } from './FolderPath.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { OwnersDialog } from './OwnersDialog.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { UsageList } from './UsedIn.tsx'
import { ViewTools } from './ViewTools.tsx'
import styles from './ListTools.module.css'
import type { ListView } from './list-view.ts'
import { deletionTexts } from './removal-texts.ts'
import type { ResourceListProps } from './list-props.ts'
import { mayDelete, type Row } from './use-resource-list.ts'

interface Props<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly chosen: readonly R[]
  readonly isSelecting: boolean
  readonly onDelete: (rows: readonly R[]) => void
  /** Absent if rows cannot be exported as a bundle. */
  readonly onExport: ((rows: readonly R[]) => void) | undefined
  readonly onDeselect: () => void
  readonly view: ListView
  readonly onView: (view: ListView) => void
}

/** Actions on the selected rows. */
function Bulk<R extends Row>({ list, chosen, onDelete, onExport, onDeselect }: Props<R>) {
  const [isOwning, setOwning] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const removable = chosen.filter(mayDelete)
  const writable = chosen.filter((row) => row.abilities?.can_write === true)
  return (
    <Inline gap={2} isWrapping>
      <BulkDelete
        names={removable.map(list.nameOf)}
        selectedText={tn('%s selected', '%s selected', chosen.length, chosen.length)}
        onDelete={() => onDelete(removable)}
        words={list.removal ?? deletionTexts()}
      >
        <UsageList list={list} rows={removable} />
      </BulkDelete>
      {list.hasOwners && (
        <Button isWrite icon="user" isDisabled={writable.length === 0} onPress={() => setOwning(true)}>
          {t('Owners')}
        </Button>
      )}
      {isOwning && (
        <OwnersDialog name={list.name} rows={writable} nameOf={list.nameOf} onClose={() => setOwning(false)} />
      )}
      {list.tagged && mayTag() && (
        <Button isWrite icon="tag" isDisabled={writable.length === 0} onPress={() => setTagging(true)}>
          {t('Tags')}
        </Button>
      )}
      {isTagging && list.tagged && (
        <TagsDialog
          name={list.name}
          kind={list.tagged}
          rows={writable}
          nameOf={list.nameOf}
          onClose={() => setTagging(false)}
        />
      )}
      {list.hasFolders && canSeeFolders() && (
        <Button isWrite icon="folder" isDisabled={writable.length === 0} onPress={() => setMoving(true)}>
          {t('Move to folder…')}
        </Button>
      )}
      {isMoving && (
        <MoveDialog name={list.name} rows={writable} nameOf={list.nameOf} onClose={() => setMoving(false)} />
      )}
      {onExport && (
        <Button icon="download" isDisabled={chosen.length === 0} onPress={() => onExport(chosen)}>
          {t('Export')}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button variant="quiet" onPress={onDeselect}>
          {t('Deselect all')}
        </Button>
      )}
    </Inline>
  )
}

/** Search and filters of a list, and the actions on the selected rows. */
export function ListTools<R extends Row>(props: Props<R>) {
  const { list, isSelecting, view, onView } = props
  const [state, change] = useListState()
  return (
    <Inline gap={2} isWrapping>
      <div className={styles['search']}>
        <SearchField
          label={list.searchLabel}
          placeholder={list.searchLabel}
          value={state.search}
          delay={250}
          onChange={(search) => change({ search })}
        />
      </div>
      {list.filters && (
        <div className={styles['filters']}>
          <ListFilters name={list.name} filters={list.filters} />
        </div>
      )}
      {list.hasFolders && <FolderPath />}
      {isSelecting && (
        <div className={styles['bulk']}>
          <Bulk {...props} />
        </div>
      )}
      {list.card && <ViewTools list={list} view={view} onView={onView} />}
    </Inline>
  )
}
