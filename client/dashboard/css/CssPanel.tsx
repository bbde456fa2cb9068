import { useEffect, useRef } from 'react'
import { t } from '#core/text/t.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { edit } from '../state/edit.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './CssPanel.module.css'
import { CssTemplates } from './CssTemplates.tsx'
import { IgnoredStyles } from './IgnoredStyles.tsx'
import { useScopedCss } from './use-scoped-css.ts'

const EXAMPLE = '.dashboard-component-chart-holder { border-radius: 0; }'

/** The editor of the dashboard's CSS. Styles apply while the user types and are saved with the dashboard. */
export function CssPanel({ onClose }: { readonly onClose: () => void }) {
  const store = useDashboardStore()
  const css = useDashboard((state) => state.info.css)
  const { leftOut } = useScopedCss(css)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const set = (next: string) => edit(store, ({ info }) => ({ info: { ...info, css: next } }), 'css')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any field in it
    <aside
      ref={panel}
      className={styles['panel']}
      aria-label={t('Styles of the dashboard')}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header className={styles['head']}>
        <h2>{t('CSS')}</h2>
        <IconButton icon="close" size="sm" label={t('Close CSS editor')} onPress={onClose} />
      </header>
      <div className={styles['body']}>
        <CssTemplates css={css} onLoad={set} />
        <CodeEditor
          label={t('CSS of the dashboard')}
          description={t('For elements of the dashboard. URLs, @import and fixed positions are not supported')}
          language="text"
          minLines={14}
          maxLines={28}
          value={css}
          onChange={set}
          placeholder={EXAMPLE}
        />
        <IgnoredStyles texts={leftOut} />
      </div>
    </aside>
  )
}
