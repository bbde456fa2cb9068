import { type ReactNode, useEffect, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { createDropSlotRegistry, DropSlotRegistryContext } from '#controls/shared/drop-slot-registry.tsx'
import { t } from '#core/text/t.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { SplitPane } from '#ui/layout/SplitPane.tsx'
import { useWriteAction } from '#ui/overlay/use-write-action.ts'
import { ExploreHeader } from './ExploreHeader.tsx'
import { RestoreDraftBanner } from './RestoreDraftBanner.tsx'
import { paneLimits, COLLAPSED_HEIGHT, usePanes } from './panes.ts'
import { MobileExplore } from './MobileExplore.tsx'
import { ControlPanel } from './panel/ControlPanel.tsx'
import { ChartPane } from './results/ChartPane.tsx'
import { ResultsPane } from './results/ResultsPane.tsx'
import { SaveDialog } from './save/SaveDialog.tsx'
import { type GoTo, useSaveChart } from './save/use-save-chart.ts'
import { SourcePanel } from './source/SourcePanel.tsx'
import { watchUndoGroups } from './state/undo-groups.ts'
import { useExplore, useExploreStore } from './state/store.ts'
import { useExploreSearch } from './source/use-explore-search.ts'
import { useExploreKeys } from './use-explore-keys.ts'
import styles from './ExploreView.module.css'

const ExploreShortcuts = onDemand(async () => (await import('./ExploreShortcuts.tsx')).ExploreShortcuts)

interface Props {
  /** The dashboard the chart was opened from; with its id if the user may add charts to it. */
  readonly back: { readonly href: string; readonly title: string; readonly id: number | undefined } | null
  readonly onSaved: (chartId: number, goTo: GoTo | undefined) => void
}

/** The panes of Explore: dataset, controls, chart and results, side by side; stacked on a phone. */
function Work() {
  const [panes, change] = usePanes()
  if (useIsNarrow())
    return (
      <MobileExplore
        picture={withCrashBoundary(<ChartPane />)}
        controls={withCrashBoundary(<ControlPanel />)}
        source={withCrashBoundary(<SourcePanel />)}
        rows={withCrashBoundary(<ResultsPane />)}
      />
    )
  const fold = () => change({ isFolded: !panes.isFolded })
  const pictureAndRows = (
    <SplitPane
      label={t('Height of the results')}
      direction="column"
      sized="second"
      size={panes.isFolded ? COLLAPSED_HEIGHT : panes.results}
      onResize={(results) => change({ results, isFolded: false })}
      onCollapse={fold}
      {...paneLimits.results}
      first={withCrashBoundary(<ChartPane />)}
      second={withCrashBoundary(<ResultsPane isFolded={panes.isFolded} onFold={fold} />)}
    />
  )
  const chart = (
    <SplitPane
      label={t('Width of the controls')}
      size={panes.controls}
      onResize={(controls) => change({ controls })}
      {...paneLimits.controls}
      first={withCrashBoundary(<ControlPanel />)}
      second={pictureAndRows}
    />
  )
  return (
    <SplitPane
      label={t('Width of the source panel')}
      size={panes.source}
      onResize={(source) => change({ source })}
      {...paneLimits.source}
      first={withCrashBoundary(<SourcePanel />)}
      second={chart}
    />
  )
}

const withCrashBoundary = (child: ReactNode) => <CrashBoundary>{child}</CrashBoundary>

/** The Explore view of a chart with its save dialogs; in standalone mode only the chart. */
export function ExploreView({ back, onSaved }: Props) {
  const store = useExploreStore()
  const title = useExplore((state) => state.title)
  const isStandalone = useExplore((state) => state.standalone)
  const [dialog, setDialog] = useState<'save' | 'copy' | 'keys' | null>(null)
  const [board] = useState(createDropSlotRegistry)
  const { save } = useSaveChart(onSaved)
  const close = () => setDialog(null)
  const saveNow = useWriteAction(() => {
    const { slice, can_overwrite, can_add, title: name } = store.getState()
    if (slice && can_overwrite && name.trim() !== '')
      return save({ slice, name: name.trim(), dashboard: undefined, goes: false, isQuick: true })
    if (can_add) setDialog((shown) => shown ?? 'save')
  })
  useEffect(() => watchUndoGroups(store, window), [store])
  useExploreSearch()
  useExploreKeys({ onSave: saveNow, onHelp: () => setDialog((shown) => shown ?? 'keys') })
  useEffect(() => {
    document.title = `${title || t('Untitled chart')} · Facet`
  }, [title])
  if (isStandalone) return <div className={styles['alone']}>{withCrashBoundary(<ChartPane isStandalone />)}</div>
  return (
    <div className={styles['page']}>
      {withCrashBoundary(
        <ExploreHeader
          back={back}
          onSave={(asCopy) => setDialog(asCopy ? 'copy' : 'save')}
          onHelp={() => setDialog('keys')}
        />,
      )}
      <RestoreDraftBanner />
      <div className={styles['work']}>
        <DropSlotRegistryContext value={board}>
          <Work />
        </DropSlotRegistryContext>
      </div>
      {dialog === 'keys' && <ExploreShortcuts onClose={close} />}
      {(dialog === 'save' || dialog === 'copy') && (
        <SaveDialog
          startsAsCopy={dialog === 'copy'}
          from={back?.id}
          onClose={close}
          onSaved={(id, goTo) => {
            close()
            onSaved(id, goTo)
          }}
        />
      )}
    </div>
  )
}
