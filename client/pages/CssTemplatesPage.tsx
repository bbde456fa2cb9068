import { CssTemplateDialog, type TemplateRow } from '#client/dashboard/css/CssTemplateDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { t } from '#core/text/t.ts'
import type { TableColumn } from '#ui/display/table-column.ts'

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

/** `/css_template/list`: named style sheets that can be loaded into dashboards. */
export default function CssTemplatesPage() {
  return (
    <EditedList<TemplateRow>
      name="css_template"
      noun={t('CSS template')}
      title={t('CSS templates')}
      searchLabel={t('Search by name or styles')}
      searchFilter={(value) => ({ col: 'template_name', opr: 'css_template_all_text', value })}
      nameOf={nameOf}
      links={[{ href: '/dashboard/list', text: t('Dashboards') }]}
      addLabel={t('CSS template')}
      columns={columns()}
      none={{
        icon: 'code',
        title: t('No CSS templates yet'),
        text: t('A template holds styles under a name, for any dashboard: its editor loads them by Edit CSS.'),
      }}
      dialog={(template, onClose) => <CssTemplateDialog template={template} onClose={onClose} />}
    />
  )
}
