import type { Control, ControlContext, Section } from './control.ts'
import { controlType } from './index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { TransferableControls } from '#core/form/switch-chart-type.ts'
import { COLUMN_KEYS, METRIC_KEYS, PIVOT_DIMENSION_KEYS } from '#core/form/query-fields.ts'

/** Form data of any version, with unchecked values. */
export interface SavedForm {
  readonly viz_type: string
  readonly [key: string]: unknown
}

/** Returns the controls of sections in reading order. */
export function controlsOf(sections: readonly Section[]): readonly Control[] {
  return sections.flatMap((section) => section.rows.flat())
}

/** Returns the default form of sections. */
export function formDefaults(sections: readonly Section[]): Record<string, unknown> {
  return Object.fromEntries(
    controlsOf(sections)
      .filter((control) => control.default !== undefined)
      .map((control) => [control.name, control.default]),
  )
}

/** Returns the initial form of a new chart. */
export function initialForm(sections: readonly Section[]): Record<string, unknown> {
  const own = controlsOf(sections).filter((control) => control.initial !== undefined)
  return { ...formDefaults(sections), ...Object.fromEntries(own.map((control) => [control.name, control.initial])) }
}

/**
 * Returns the form with a valid value for every control: saved values are parsed, missing and invalid ones become the
 * default. Keys without a control are retained.
 */
export function completeForm(form: SavedForm, sections: readonly Section[], context?: ControlContext): FormData {
  const completedForm: Record<string, unknown> = { ...form }
  for (const control of controlsOf(sections)) {
    const parsed = controlType(control.type)?.parse(form[control.name], control, context)
    const value = parsed === undefined ? control.default : parsed
    if (value === undefined) delete completedForm[control.name]
    else completedForm[control.name] = value
  }
  return completedForm as FormData
}

/** Returns messages by control name for visible controls; empty if the form is valid. */
export function checkForm(
  form: FormData,
  sections: readonly Section[],
  context?: ControlContext,
): Readonly<Record<string, readonly string[]>> {
  const shown = controlsOf(sections).filter((control) => control.visible?.(form, context) ?? true)
  return Object.fromEntries(
    shown
      .map(
        (control) =>
          [control.name, controlType(control.type)?.check(form[control.name], control, context) ?? []] as const,
      )
      .filter(([, found]) => found.length > 0),
  )
}

/**
 * Returns the keys of metrics and columns, for carrying them across chart types. Raw row columns stay with their type:
 * as dimensions they would split the result into single rows.
 */
export function slotsOf(sections: readonly Section[]): TransferableControls {
  const all = controlsOf(sections)
  const slots = (keys: readonly string[]) =>
    all.filter((each) => keys.includes(each.name)).map((each) => ({ name: each.name, multi: each.multi ?? false }))
  return {
    metrics: slots(METRIC_KEYS),
    columns: slots([...COLUMN_KEYS.filter((key) => key !== 'all_columns'), ...PIVOT_DIMENSION_KEYS]),
    names: all.map((each) => each.name),
  }
}

/** Returns the same for a form of an unknown chart type, from the keys that usually contain metrics and columns. */
export function slotsOfForm(form: FormData): TransferableControls {
  const slots = (keys: readonly string[]) =>
    keys.filter((key) => form[key] !== undefined).map((name) => ({ name, multi: Array.isArray(form[name]) }))
  return { metrics: slots(METRIC_KEYS), columns: slots(COLUMN_KEYS), names: [] }
}
