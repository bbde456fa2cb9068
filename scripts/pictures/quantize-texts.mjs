/** @import { Page } from '@playwright/test' */

/**
 * Replaces texts that differ between runs: durations and ages.
 * @param {Page} page
 */
export async function quantizeTexts(page) {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      node.textContent = text
        .replace(/(?:an?|\d+) (?:second|minute|hour)s? ago$/, 'a minute ago')
        .replace(/\d[\d.,]* m?s\b/g, '28 ms')
    }
  })
}
