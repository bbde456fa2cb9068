import { useState } from 'react'
import { CssTemplateDialog, type TemplateRow } from '#client/dashboard/css/CssTemplateDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/input/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

const nameOf = (row: TemplateRow) => row.template_name

const columns = (): readonly TableColumn<TemplateRow>[] => [
  { id: 'template_name', title: t('Name'), isSortable: true, cell: nameOf },
  {
    id: 'created_by',
    title: t('Created by'),
    isWideOnly: true,
    cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}`.trim() : null),
  },
  changedColumn(),
]

/** `/css_template/list`: styles that are kept under a name, to be taken into dashboards. */
export default function CssTemplatesPage() {
  /** The template whose dialog is open; null is a new one. */
  const [edited, setEdited] = useState<TemplateRow | null>()
  return (
    <>
      <ResourceList<TemplateRow>
        name="css_template"
        noun={t('CSS template')}
        title={t('CSS templates')}
        searchLabel={t('Search by name or styles')}
        searchFilter={(value) => ({ col: 'template_name', opr: 'css_template_all_text', value })}
        nameOf={nameOf}
        onOpen={(row) => row.abilities?.can_write !== false && setEdited(row)}
        links={<LinkButton href="/dashboard/list">{t('Dashboards')}</LinkButton>}
        actions={
          <Button variant="primary" icon="plus" onPress={() => setEdited(null)}>
            {t('CSS template')}
          </Button>
        }
        columns={columns()}
        rowActions={(row) =>
          row.abilities?.can_write !== false && (
            <Button variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => setEdited(row)}>
              {t('Edit')}
            </Button>
          )
        }
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="code"
            title={t('No CSS templates yet')}
            text={t('A template holds styles under a name, for any dashboard: its editor loads them by Edit CSS.')}
            actions={actions}
          />
        )}
      />
      {edited !== undefined && (
        <CssTemplateDialog template={edited ?? undefined} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
