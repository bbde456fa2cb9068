import { useNavigate, useParams } from '@tanstack/react-router'
import { DatasetContents } from '#client/dataset/DatasetContents.tsx'
import { DatasetEditor } from '#client/dataset/DatasetEditor.tsx'
import { SaveButtons } from '#client/dataset/SaveButtons.tsx'
import { useEditDataset } from '#client/dataset/use-edit-dataset.ts'
import { LoadError } from '#client/shell/LoadError.tsx'
import { t } from '#core/text/t.ts'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import styles from './DatasetPage.module.css'

/** `/dataset/:id`: the dataset editor as a page. */
export default function DatasetPage() {
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const leave = () => void navigate({ href: '/dataset/list' })
  const editing = useEditDataset(Number(id), leave)
  if (editing.loadError)
    return (
      <LoadError
        title={t('The dataset cannot be shown')}
        error={editing.loadError}
        missing={t('Dataset not found')}
        way={{ href: '/dataset/list', text: t('Datasets') }}
      />
    )
  const title = editing.dataset ? t('Edit dataset %s', editing.dataset.table_name) : t('Edit dataset')
  const cancel = () => {
    editing.discard()
    leave()
  }
  return (
    <Page
      padding="list"
      isScrolling
      header={<PageHeader title={title} actions={<SaveButtons editing={editing} onCancel={cancel} isPage />} />}
    >
      <div className={styles['parts']}>
        <DatasetEditor editing={editing} />
        {editing.dataset && <DatasetContents dataset={editing.dataset} />}
      </div>
    </Page>
  )
}
