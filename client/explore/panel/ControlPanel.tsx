import { Suspense, useState } from 'react'
import { chartType } from '#charts/index.ts'
import type { Control, Section as SectionOf } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { controlViews } from '#client/views.ts'
import { Section } from '#ui/layout/Section.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { actions, chartIdOf, controlContext, errorsOf, useExplore, useExploreStore } from '../state/store.ts'
import { InheritedBanner } from './InheritedBanner.tsx'
import { RunButton } from './RunButton.tsx'
import { VizTypePicker } from './VizTypePicker.tsx'
import styles from './ControlPanel.module.css'

function ControlItem({ control, errors }: { readonly control: Control; readonly errors: readonly string[] }) {
  const store = useExploreStore()
  const form = useExplore((state) => state.form)
  const dataset = useExplore((state) => state.dataset)
  const layerErrors = useExplore((state) => state.charts[chartIdOf(state)]?.annotationError)
  const dashboard = useExplore((state) => state.dashboard)
  const View = controlViews.get(control.type)
  const context = controlContext({ dataset, form, dashboard })
  if (!View || !(control.visible?.(form, context) ?? true)) return null
  return (
    <div className={styles['control']} data-control={control.name}>
      <CrashBoundary resetKey={form}>
        <Suspense fallback={null}>
          <View
            control={control}
            value={form[control.name]}
            onChange={(value) => actions.setControl(store, control.name, value)}
            errors={errors}
            context={layerErrors ? { ...context, layerErrors } : context}
          />
        </Suspense>
      </CrashBoundary>
    </div>
  )
}

function Sections({ sections }: { readonly sections: readonly SectionOf[] }) {
  const form = useExplore((state) => state.form)
  const dataset = useExplore((state) => state.dataset)
  const errors = errorsOf({ form, dataset })
  const context = controlContext({ dataset, form })
  return sections.map((section) => {
    const controls = section.rows.flat().filter((control) => control.visible?.(form, context) ?? true)
    if (controls.length === 0) return null
    return (
      <Section
        key={section.label}
        title={section.label}
        defaultOpen={section.expanded ?? true}
        hasError={controls.some((control) => errors[control.name])}
        {...(section.description ? { hint: section.description } : {})}
      >
        {section.rows.map((row) => (
          <div key={row.map((each) => each.name).join()} className={styles['row']}>
            {row.map((control) => (
              <ControlItem key={control.name} control={control} errors={errors[control.name] ?? []} />
            ))}
          </div>
        ))}
      </Section>
    )
  })
}

/** What the chart is made of: its type, its question, its picture. */
export function ControlPanel() {
  const [tab, setTab] = useState<string>('data')
  const vizType = useExplore((state) => state.form.viz_type)
  const sections = chartType(vizType)?.controls ?? []
  const customize = sections.filter((section) => section.tab === 'customize')
  const shown = customize.length === 0 ? 'data' : tab
  return (
    <aside className={styles['panel']} aria-label={t('Controls')}>
      <Tabs
        label={t('Controls')}
        isFill
        items={[
          { id: 'data', label: t('Data') },
          ...(customize.length > 0 ? [{ id: 'customize', label: t('Customize') }] : []),
        ]}
        selected={shown}
        onSelect={setTab}
      >
        <div className={styles['scroll']}>
          {shown === 'data' && <InheritedBanner />}
          {shown === 'data' && <VizTypePicker />}
          <Sections sections={sections.filter((section) => section.tab === shown)} />
        </div>
      </Tabs>
      <footer className={styles['foot']}>
        <RunButton />
      </footer>
    </aside>
  )
}
