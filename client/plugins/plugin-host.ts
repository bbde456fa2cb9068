import * as react from 'react'
import { pictureTools } from '#charts/picture-tools.tsx'
import * as pictureControls from '#controls/shared/picture-controls.ts'
import * as queryControls from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { formatNumber } from '#core/format/number.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column } from '#core/table/table.ts'

/**
 * The version of the plug-in contract defined here and in docs/develop/writing-a-plug-in.md. Each module states the version it was
 * written for.
 */
export const CONTRACT = 1

// Older names of functions, which modules for contract 1 may use.
const { pictureToggle: toggle, pictureChoice: pick, pictureText: caption } = pictureControls
const { shownTimeColumn: timeColumnShown } = queryControls

/** The API passed to plug-in modules. While `contract` stays the same, parts may be added but not removed. */
export const host = {
  contract: CONTRACT,
  react,
  /** Functions that create controls from name, label and default. */
  controls: {
    picture: { ...pictureControls, toggle, pick, caption },
    query: { ...queryControls, timeColumnShown },
    timeSection,
  },
  /** Functions that build queries from a form. */
  query: { baseQuery, metricOf, queryFields, columnLabel, metricLabel },
  /** Cells, formats, colors and marks of a drawing, and the callback after painting. */
  picture: { ...pictureTools, column, formatNumber },
} as const

export type PluginHost = typeof host
