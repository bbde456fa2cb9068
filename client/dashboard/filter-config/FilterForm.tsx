import { withChangedFilter, type FilterDraft, withRestoredFilter } from '../filters/filter-draft.ts'
import { filterProblems } from '../filters/filter-problems.ts'
import { DefaultField } from './DefaultField.tsx'
import styles from './filter-config.module.css'
import { FilterOptionFields } from './FilterOptionFields.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { FilterSettingField } from './FilterSettingField.tsx'
import { TargetFields } from './TargetFields.tsx'
import { useDataset, useDatasetContext } from './use-dataset.ts'
import type { ChangeDraft } from './use-filter-draft.ts'
import type { ControlContext } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Section } from '#ui/layout/Section.tsx'

interface Props {
  readonly draft: FilterDraft
  readonly change: ChangeDraft
  /** True if missing values are reported: only after the first attempt to save. */
  readonly isStrict: boolean
}

type FormProps = Props & { readonly filter: FilterConfig }

const NO_DATASET: ControlContext = {
  dataset: { id: 0, type: 'table', name: '', columns: [], metrics: [], time_grains: [] },
  form: { viz_type: 'table' },
}

function Description({ filter, change }: FormProps) {
  return (
    <TextField
      label={t('Description')}
      value={filter.description ?? ''}
      onChange={(description) => change((draft) => withChangedFilter(draft, filter.id, { description }))}
      isMultiline
      rows={2}
      maxLength={2000}
    />
  )
}

function DividerForm(props: FormProps) {
  const { draft, filter, change, isStrict } = props
  return (
    <div className={styles['fields']}>
      <TextField
        label={t('Title')}
        isRequired
        value={filter.title ?? ''}
        onChange={(title) => change((now) => withChangedFilter(now, filter.id, { title }))}
        error={isStrict ? filterProblems(draft, filter).name : undefined}
        maxLength={250}
        autoFocus={!filter.title}
      />
      <Description {...props} />
    </div>
  )
}

/** The settings of the filter type, such as whether several values can be selected. */
function TypeSettings({ filter, change, context }: Pick<FormProps, 'filter' | 'change'> & { context: ControlContext }) {
  const settings = filterType(filter.filterType)?.settings ?? []
  const set = (name: string, value: unknown) =>
    change((draft) =>
      withChangedFilter(draft, filter.id, { controlValues: { ...filter.controlValues, [name]: value } }),
    )
  return settings.map((control) => (
    <FilterSettingField
      key={control.name}
      control={control}
      context={context}
      value={filter.controlValues?.[control.name] ?? control.default}
      onChange={(value) => set(control.name, value)}
    />
  ))
}

function NativeForm(props: FormProps) {
  const { draft, filter, change, isStrict } = props
  const type = filterType(filter.filterType)
  const { dataset } = useDataset(filter.targets?.[0]?.datasetId)
  const context = useDatasetContext(dataset)
  const problems = filterProblems(draft, filter)
  // A cycle is reported at once because the last input created it. Missing values are reported on save.
  const shown = isStrict ? problems : problems.parents ? { parents: problems.parents } : {}
  return (
    <>
      <div className={styles['fields']}>
        <TextField
          label={t('Filter name')}
          isRequired
          value={filter.name ?? ''}
          onChange={(name) => change((now) => withChangedFilter(now, filter.id, { name }))}
          error={shown.name}
          maxLength={250}
          autoFocus={!filter.name}
        />
        <TargetFields filter={filter} problems={shown} change={change} />
      </div>
      <Section title={t('Filter settings')} level={3}>
        <div className={styles['fields']}>
          <Description {...props} />
          <DefaultField draft={draft} filter={filter} problem={shown.default} change={change} />
          <TypeSettings filter={filter} change={change} context={context ?? NO_DATASET} />
        </div>
      </Section>
      {type?.isNarrowable && context && (
        <Section title={t('Filter configuration')} level={3} hasError={problems.parents !== undefined}>
          <FilterOptionFields draft={draft} filter={filter} problem={shown.parents} change={change} context={context} />
        </Section>
      )}
      <Section title={t('Scoping')} level={3}>
        <ScopeFields filter={filter} change={change} />
      </Section>
    </>
  )
}

/** The form of the filter or divider selected in the list. */
export function FilterForm(props: Props) {
  const { draft, change } = props
  const filter = draft.filters.find(({ id }) => id === draft.selected)
  if (!filter)
    return (
      <EmptyState
        title={t('No filters are configured')}
        text={t('A filter narrows the charts of the dashboard for everyone who opens it.')}
      />
    )
  if (draft.removing.includes(filter.id))
    return (
      <EmptyState
        title={t('You have removed this filter.')}
        actions={
          <Button onPress={() => change((now) => withRestoredFilter(now, filter.id))}>{t('Restore filter')}</Button>
        }
      />
    )
  const Form = filter.type === 'DIVIDER' ? DividerForm : NativeForm
  return <Form key={filter.id} {...props} filter={filter} />
}
