/** @import { Page } from '@playwright/test' */

/**
 * Replaces texts that differ between runs: durations and ages.
 * @param {Page} page
 */
export async function evenTexts(page) {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (text.endsWith(' ago')) node.textContent = 'a minute ago'
      else node.textContent = text.replace(/\d[\d.,]* m?s\b/g, '28 ms')
    }
  })
}
