import { useState } from 'react'
import { useStore } from 'zustand'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import { exploreFlags } from '#core/access/flags.ts'
import { session } from '#client/session/session.ts'
import { t, tn } from '#core/text/t.ts'
import { QueryDialog } from '#client/chart/QueryDialog.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { Button } from '#ui/input/Button.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { TextField } from '#ui/input/TextField.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { chartSqlRequest } from './dataset/dataset-sql.ts'
import { openSqlLab } from './dataset/open-sql-lab.ts'
import { changesOf } from './state/stale.ts'
import { actions, useExplore, useExploreStore } from './state/store.ts'

interface Props {
  readonly back: { readonly href: string; readonly title: string } | null
  readonly onSave: (asCopy: boolean) => void
}

function Undo() {
  const store = useExploreStore()
  const { undo, redo, pastStates, futureStates } = useStore(store.temporal)
  return (
    <>
      <IconButton icon="undo" label={t('Undo')} isDisabled={pastStates.length === 0} onPress={() => undo()} />
      <IconButton icon="redo" label={t('Redo')} isDisabled={futureStates.length === 0} onPress={() => redo()} />
    </>
  )
}

function Acts({ onSave }: { readonly onSave: (asCopy: boolean) => void }) {
  const store = useExploreStore()
  const slice = useExplore((state) => state.slice)
  const form = useExplore((state) => state.form)
  const [showsQuery, setShowsQuery] = useState(false)
  const { can_add: canAdd } = exploreFlags(session().user, null)
  const copy = { id: 'copy', label: t('Save as...'), icon: 'copy' as const, onAction: () => onSave(true) }
  const query = { id: 'query', label: t('View query'), icon: 'sql' as const, onAction: () => setShowsQuery(true) }
  const toSqlLab = () =>
    void chartSqlRequest(form)
      .then(openSqlLab)
      .catch(() => toast.show({ text: t('An error occurred while loading the SQL'), tone: 'danger' }))
  const sql = { id: 'sql', label: t('Run in SQL Lab'), icon: 'external' as const, onAction: toSqlLab }
  return (
    <>
      <Undo />
      <Button
        icon="share"
        isIconOnNarrow
        onPress={() => void copyLink(() => createExplorePermalink(store.getState().form))}
      >
        {t('Share')}
      </Button>
      {canAdd && (
        <Button variant="primary" icon="save" isIconOnNarrow onPress={() => onSave(false)}>
          {t('Save')}
        </Button>
      )}
      <Menu
        label={t('More')}
        placement="bottom end"
        trigger={<IconButton icon="more" label={t('More')} />}
        items={[...(slice && canAdd ? [copy] : []), query, sql]}
      />
      {showsQuery && <QueryDialog form={form} onClose={() => setShowsQuery(false)} />}
    </>
  )
}

/** Name, what changed, and the acts on a chart being explored. */
export function ExploreHeader({ back, onSave }: Props) {
  const store = useExploreStore()
  const slice = useExplore((state) => state.slice)
  const title = useExplore((state) => state.title)
  const form = useExplore((state) => state.form)
  const saved = useExplore((state) => state.saved)
  const savedTitle = useExplore((state) => state.savedTitle)
  const changes = changesOf(saved, form).length + (title === savedTitle ? 0 : 1)
  return (
    <PageHeader
      start={slice ? <FavoriteStar kind="chart" id={slice.id} name={slice.slice_name} /> : undefined}
      title={
        <TextField
          ariaLabel={t('Chart name')}
          placeholder={t('Add the name of the chart')}
          value={title}
          onChange={(next) => actions.setTitle(store, next)}
          maxLength={250}
        />
      }
      meta={
        <>
          {slice && changes > 0 && (
            <Badge tone="warn" title={tn('%s change', '%s changes', changes, changes)}>
              {t('Altered')}
            </Badge>
          )}
          {back && <TextLink href={back.href}>{t('Back to %s', back.title)}</TextLink>}
        </>
      }
      actions={<Acts onSave={onSave} />}
    />
  )
}
