import { type ReactNode, useCallback, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { chartType } from '#charts/index.ts'
import type { Control, Section as SectionOf } from '#controls/control.ts'
import { controlsOf } from '#controls/form.ts'
import { RangeComparisonContext } from '#controls/shared/time-range/range-comparison.tsx'
import { t } from '#core/text/t.ts'
import type { TypedComparison } from '#core/time/typed-range.ts'
import { Section } from '#ui/layout/Section.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { actions, controlContext, useExplore, useExploreStore } from '../state/store.ts'
import { ControlItem } from './ControlItem.tsx'
import { visibleErrors } from './visible-errors.ts'
import { RunButton } from './RunButton.tsx'
import { VizTypePicker } from './VizTypePicker.tsx'
import styles from './ControlPanel.module.css'
import { inheritedTime } from '#client/explore/state/inherited-filters.ts'
import { Banner } from '#ui/display/Banner.tsx'

/** Lists the controls overridden by the dashboard; closing the banner removes the overrides. */
function InheritedBanner() {
  const store = useExploreStore()
  const form = useExplore((state) => state.form)
  const inherited = inheritedTime(form)
  if (inherited.length === 0) return null
  const controls = controlsOf(chartType(form.viz_type)?.controls ?? [])
  const inheritedTexts = inherited.map(([name, value]) => {
    const label = controls.find((each) => each.name === name)?.label
    return `${label ? t(label) : name}: ${value}`
  })
  return (
    <Banner onClose={() => actions.setControl(store, 'extra_form_data', undefined)}>
      {t("The dashboard decides %s. It won't be saved with the chart.", inheritedTexts.join(', '))}
    </Banner>
  )
}

function Sections({ sections }: { readonly sections: readonly SectionOf[] }) {
  const form = useExplore((state) => state.form)
  const dataset = useExplore((state) => state.dataset)
  const invalidControls = useExplore(
    useShallow((state) =>
      sections
        .flatMap(({ rows }) => rows.flat())
        .filter((control) => visibleErrors(state, control))
        .map(({ name }) => name),
    ),
  )
  const context = controlContext({ dataset, form })
  const isShown = (control: Control) => control.visible?.(form, context) ?? true
  return sections.map((section) => {
    const shown = section.rows.flatMap((row) => {
      const controls = row.filter(isShown)
      return controls.map((control) => ({ control, inLine: controls.length }))
    })
    if (shown.length === 0) return null
    return (
      <Section
        key={section.label}
        level={2}
        title={section.label}
        defaultOpen={section.expanded ?? true}
        hasError={shown.some(({ control }) => invalidControls.includes(control.name))}
        {...(section.description ? { hint: section.description } : {})}
      >
        {/* one flat list: a control stays mounted if another chart type places it in another line */}
        <div className={styles['controls']}>
          {shown.map(({ control, inLine }) => (
            <ControlItem key={control.name} control={control} inLine={inLine} />
          ))}
        </div>
      </Section>
    )
  })
}

const shifts: Readonly<Record<TypedComparison, string>> = {
  previous: 'inherit',
  week: '1 week ago',
  month: '28 days ago',
  year: '1 year ago',
}

/** Lets typed time ranges set the time shift of the chart, if its type has one. */
function ComparingRanges({ children }: { readonly children: ReactNode }) {
  const store = useExploreStore()
  const vizType = useExplore((state) => state.form.viz_type)
  const hasShift = controlsOf(chartType(vizType)?.controls ?? []).some(({ name }) => name === 'time_compare')
  const compare = useCallback(
    (period: TypedComparison) => actions.setControl(store, 'time_compare', [shifts[period]]),
    [store],
  )
  return <RangeComparisonContext value={hasShift ? compare : undefined}>{children}</RangeComparisonContext>
}

/** The control panel: chart type, query controls and appearance controls. */
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
          <ComparingRanges>
            <Sections sections={sections.filter((section) => section.tab === shown)} />
          </ComparingRanges>
        </div>
      </Tabs>
      <footer className={styles['foot']} data-action-bar>
        <RunButton />
      </footer>
    </aside>
  )
}
