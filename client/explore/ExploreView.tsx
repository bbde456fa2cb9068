import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createDropBoard, DropBoardContext } from '#controls/shared/drop-board.tsx'
import { t } from '#core/text/t.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { useNarrow } from '#client/shell/use-narrow.ts'
import { SplitPane } from '#ui/layout/SplitPane.tsx'
import { ExploreHeader } from './ExploreHeader.tsx'
import { PhoneWork } from './PhoneWork.tsx'
import { ControlPanel } from './panel/ControlPanel.tsx'
import { ChartPane } from './results/ChartPane.tsx'
import { ResultsPane } from './results/ResultsPane.tsx'
import { SaveDialog } from './save/SaveDialog.tsx'
import { SourcePanel } from './source/SourcePanel.tsx'
import { useRunner } from './state/run.ts'
import { useExplore, useExploreStore } from './state/store.ts'
import styles from './ExploreView.module.css'

interface Props {
  readonly back: { readonly href: string; readonly title: string } | null
  readonly onSaved: (chartId: number, goTo: number | undefined) => void
}

/** Ctrl+Enter runs, Ctrl+S saves, Ctrl+Z and Ctrl+Shift+Z outside of fields undo and redo. */
function useKeys(onSave: () => void) {
  const store = useExploreStore()
  const { run } = useRunner()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const isField = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
      const key = event.key.toLowerCase()
      if (key === 'enter') run()
      else if (key === 's') onSave()
      else if (key === 'z' && !isField) store.temporal.getState()[event.shiftKey ? 'redo' : 'undo']()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before anything on the page: a button under focus would take Ctrl+Enter for a press.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [store, run, onSave])
}

/** Source, controls, picture and rows beside one another; below one another on a phone. */
function Work() {
  const [source, setSource] = useState(272)
  const [controls, setControls] = useState(312)
  const [results, setResults] = useState(268)
  if (useNarrow())
    return (
      <PhoneWork
        picture={part(<ChartPane />)}
        controls={part(<ControlPanel />)}
        source={part(<SourcePanel />)}
        rows={part(<ResultsPane />)}
      />
    )
  const pictureAndRows = (
    <SplitPane
      label={t('Height of the results')}
      direction="column"
      sized="second"
      size={results}
      onResize={setResults}
      min={96}
      max={600}
      first={part(<ChartPane />)}
      second={part(<ResultsPane />)}
    />
  )
  const chart = (
    <SplitPane
      label={t('Width of the controls')}
      size={controls}
      onResize={setControls}
      min={280}
      max={560}
      first={part(<ControlPanel />)}
      second={pictureAndRows}
    />
  )
  return (
    <SplitPane
      label={t('Width of the source panel')}
      size={source}
      onResize={setSource}
      min={200}
      max={480}
      first={part(<SourcePanel />)}
      second={chart}
    />
  )
}

const part = (child: ReactNode) => <CrashBoundary>{child}</CrashBoundary>

/** A chart being explored, and the dialog it is saved by. */
export function ExploreView({ back, onSaved }: Props) {
  const title = useExplore((state) => state.title)
  const [dialog, setDialog] = useState<'save' | 'copy' | null>(null)
  const [board] = useState(createDropBoard)
  useKeys(useCallback(() => setDialog((shown) => shown ?? 'save'), []))
  useEffect(() => {
    document.title = `${title || t('Untitled chart')} · Facet`
  }, [title])
  return (
    <div className={styles['page']}>
      {part(<ExploreHeader back={back} onSave={(asCopy) => setDialog(asCopy ? 'copy' : 'save')} />)}
      <div className={styles['work']}>
        <DropBoardContext value={board}>
          <Work />
        </DropBoardContext>
      </div>
      {dialog && (
        <SaveDialog
          startsAsCopy={dialog === 'copy'}
          onClose={() => setDialog(null)}
          onSaved={(id, goTo) => {
            setDialog(null)
            onSaved(id, goTo)
          }}
        />
      )}
    </div>
  )
}
