import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { drawn, picture } from './panel.ts'

/** A chart over the demo data: what its picture says, how many marks it has, and what some of them say. */
interface Drawn {
  readonly dataset: string
  readonly form: { readonly viz_type: string; readonly [key: string]: unknown }
  readonly summary: RegExp
  readonly marks: number
  /** Of marks by their place, the first 0. */
  readonly says: Readonly<Record<number, string>>
}

const phase = 'Phase of flight'

/** Counted by hand in the files: 10,000 strikes, of them 4,619 on approach, 1,956 in climb, ... 11 parked. */
const cases: readonly Drawn[] = [
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'funnel',
      groupby: [phase],
      metric: 'strikes',
      sort_by_metric: true,
      row_limit: 10,
      percent_calculation_type: 'first_step',
      label_type: 'key_value_percent',
    },
    // 11 of 4,619 is 0.24 %.
    summary: /^\w+ in 7 steps\. From Approach: 4\.62k to Parked: 11: 0\.2% come through$/,
    marks: 7,
    says: { 0: 'Approach: 4.62k (100%)', 1: 'Climb: 1.96k (42.3%)', 6: 'Parked: 11 (0.238%)' },
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'treemap_v2',
      groupby: ['Wildlife Size', 'Time of day'],
      metric: 'strikes',
      sort_by_metric: true,
      row_limit: 100,
    },
    // Small: 3163 + 1198 + 295 + 254
    summary: /in 15 parts\. Largest: Small 4\.91k, Medium 4\.35k, Large 744$/,
    marks: 15,
    says: {
      0: 'Small: 4.91k, 49.1% of all that is drawn',
      1: 'Small › Day: 3.16k, 64.4% of Small, 31.6% of all that is drawn',
    },
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'sunburst_v2',
      columns: ['Wildlife Size', 'Time of day'],
      metric: 'strikes',
      secondary_metric: 'total_cost',
      sort_by_metric: true,
      show_labels: true,
    },
    summary: /in 15 parts\. Largest: Small 4\.91k, Medium 4\.35k, Large 744$/,
    marks: 15,
    says: { 1: 'Small › Day: 3.16k, 64.4% of Small, 31.6% of all that is drawn' },
  },
  {
    dataset: 'weather',
    form: {
      viz_type: 'box_plot',
      metrics: ['mean_max'],
      columns: ['date'],
      groupby: ['location'],
      granularity_sqla: 'date',
      time_grain_sqla: 'P1M',
    },
    summary: /in 2 boxes\. Medians from /,
    marks: 2,
    says: {},
  },
  {
    dataset: 'weather',
    form: { viz_type: 'histogram_v2', column: 'temp_max', bins: 10, row_limit: 10_000, groupby: ['location'] },
    // From -7.7 to 37.8 ten bins of 4.55 for each of two places.
    summary: / from −7\.7 – 37\.8 in 10 bins\. Fullest: /,
    marks: 20,
    says: {},
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'heatmap_v2',
      x_axis: 'Wildlife Size',
      groupby: 'Time of day',
      metric: 'strikes',
      show_values: true,
      sort_x_axis: 'value_desc',
    },
    summary: /in 12 cells\. Greatest Small, Day: 3\.16k\. Least Large, Dawn: 23$/,
    marks: 12,
    says: {},
  },
]

/** What is said of one mark after the other, until there are no more. */
async function told(page: Page, most: number): Promise<string[]> {
  const said = page.locator('[aria-live=polite]')
  const texts: string[] = []
  await picture(page).getByRole('application').focus()
  for (let step = 0; step <= most; step++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(80)
    texts.push((await said.textContent()) ?? '')
  }
  return texts
}

for (const { dataset, form, summary, marks, says } of cases) {
  test(`${form.viz_type} draws its marks, says them by keys, and is read in the dark and on a phone`, async ({
    page,
    facet,
  }) => {
    await page.goto(facet.url)
    const calls = await callsOf(page, facet)
    const id = await datasetNamed(calls, dataset)
    const whole = { time_range: 'No filter', ...form }
    const chart = await saveChart(calls, id, `Parts ${form.viz_type}`, whole)
    await page.goto(`${facet.url}/explore?slice_id=${chart.id}`)
    await drawn(page)
    await expect(picture(page).getByRole('application')).toHaveAttribute('aria-label', summary)
    await page.screenshot({ path: test.info().outputPath('light.png') })

    const texts = await told(page, marks)
    // The last step has nowhere to go.
    expect(texts[marks]).toBe(texts[marks - 1])
    expect(new Set(texts).size).toBe(marks)
    for (const [at, text] of Object.entries(says)) expect(texts[Number(at)]).toBe(text)
    await page.screenshot({ path: test.info().outputPath('mark.png') })
    await page.keyboard.press('Escape')
    await expectAccessible(page)

    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await drawn(page)
    await page.screenshot({ path: test.info().outputPath('dark.png') })
    await expectAccessible(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await drawn(page)
    await page.screenshot({ path: test.info().outputPath('phone.png') })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
  })
}
