import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { annotationThing } from '#core/entity/annotation.ts'
import { chartThing } from '#core/entity/chart.ts'
import { dashboardThing } from '#core/entity/dashboard.ts'
import { databaseThing } from '#core/entity/database.ts'
import { datasetColumnFields, datasetMetricFields, datasetThing } from '#core/entity/dataset.ts'
import { rowRuleThing } from '#core/entity/row-rule.ts'
import { filesUnder, root } from './tree.ts'

/** Files that take fields of a thing over one by one, each with the reason; the list may only shrink. */
const COPYING: Readonly<Record<string, string>> = {
  'server/resources/dashboard/body.ts': 'a layout, its metadata and the charts it links are made of each other',
  'server/resources/dataset/body.ts': 'what a dataset stands on is asked for before it is written',
  'server/resources/shared/slice.ts': 'a chart inside of a dashboard: less of it than its own address answers',
  'server/resources/shared/stamp.ts': 'what every thing that is owned answers',
  'server/transfer/dataset-values.ts': 'what a dataset stands on is compared before it is written',
}

const product = /^server\/(?!store\/migrations\/).*(?<!\.test)\.ts$/
const things = [annotationThing, chartThing, dashboardThing, databaseThing, datasetThing, rowRuleThing]
const fields = [...things.map((each) => each.fields), datasetColumnFields, datasetMetricFields].map(
  (each) => new Set(Object.keys(each)),
)

it('a thing says its fields once: nobody else copies them one by one', () => {
  const found = filesUnder().filter((file) => {
    if (!product.test(file)) return false
    const copied = [...readFileSync(join(root, file), 'utf8').matchAll(/\b(\w+): (?:\w+\??\.)+\1\b/g)].map(
      ([, name]) => name ?? '',
    )
    return fields.some((names) => new Set(copied.filter((name) => names.has(name))).size > 2)
  })
  expect(found.toSorted()).toEqual(Object.keys(COPYING))
})

it('the browser is sent nothing of what things are made of', () => {
  const client = /^(core\/(?!thing\/|entity\/)|ui|calls|controls|filters|charts|client)\/?.*(?<!\.test)\.tsx?$/
  const importing = filesUnder().filter((file) => {
    if (!client.test(file)) return false
    const text = readFileSync(join(root, file), 'utf8')
    return /^import (?!type )[^']* from '#core\/(thing|entity)\//m.test(text)
  })
  expect(importing).toEqual([])
})
