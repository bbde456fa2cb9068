import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { inheritedTime } from '../state/inherited.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'

/** Lists the controls overridden by the dashboard; closing the banner removes the overrides. */
export function InheritedBanner() {
  const store = useExploreStore()
  const form = useExplore((state) => state.form)
  const inherited = inheritedTime(form)
  if (inherited.length === 0) return null
  const controls = controlsOf(chartType(form.viz_type)?.controls ?? [])
  const said = inherited.map(([name, value]) => {
    const label = controls.find((each) => each.name === name)?.label
    return `${label ? t(label) : name}: ${value}`
  })
  return (
    <Banner onClose={() => actions.setControl(store, 'extra_form_data', undefined)}>
      {t("The dashboard decides %s. It won't be saved with the chart.", said.join(', '))}
    </Banner>
  )
}
