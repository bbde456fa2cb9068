import { editMeta } from '#core/layout/node-changes.ts'
import { LazyMarkdown } from '#client/dashboard/markdown/LazyMarkdown.tsx'
import type { LayoutNode } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { editLayout } from '../state/edit.ts'
import { focusNode } from './editor-actions.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './TextDialog.module.css'

/** The editor for a text of the dashboard: Markdown on the left, preview on the right. Every way to close it saves. */
export function TextDialog({ node }: { readonly node: LayoutNode }) {
  const { store, session } = usePointerInput()
  const code = node.meta.code ?? ''
  const stop = () => {
    session.setState({ writing: undefined })
    focusNode(node.id)
  }
  return (
    <Modal
      title={t('Text')}
      isOpen
      onClose={stop}
      size="lg"
      footer={
        <Button variant="primary" onPress={stop}>
          {t('Done')}
        </Button>
      }
    >
      <div className={styles['panes']}>
        <CodeEditor
          label={t('Markdown')}
          description={t('# heading, **bold**, *italic*, [link](https://…), - list')}
          language="text"
          minLines={16}
          maxLines={24}
          autoFocus
          value={code}
          onEnter={stop}
          onChange={(text) =>
            editLayout(store, (layout) => editMeta(layout, node.id, { code: text }), `code ${node.id}`)
          }
        />
        <section className={styles['preview']} aria-label={t('Preview')}>
          <span className={styles['label']}>{t('Preview')}</span>
          <div className={styles['sheet']}>
            <LazyMarkdown code={code} />
          </div>
        </section>
      </div>
    </Modal>
  )
}
