import { expect, test } from 'vitest'
import { findAccessibilityViolations, findContrastViolations } from './accessibility.ts'
import { openTestBrowser } from './browser.ts'

const PAGE = `<main id="app" style="background: #000"><p style="color: #222">words</p><img src="x"></main>
  <button id="outside"></button>`

const rulesOf = (violations: readonly string[]): (string | undefined)[] => violations.map((each) => each.split(':')[0])

test('violations below the root are found, all of them or those of contrast, in each document', async () => {
  await using browser = await openTestBrowser()
  const page = await browser.newPage()
  for (const _ of ['a document', 'the next one']) {
    await page.goto('about:blank')
    await page.setContent(PAGE)
    expect(rulesOf(await findAccessibilityViolations(page, '#app'))).toEqual(['color-contrast', 'image-alt'])
    expect(rulesOf(await findContrastViolations(page, '#app'))).toEqual(['color-contrast'])
  }
  expect(rulesOf(await findAccessibilityViolations(page, 'body', '#app'))).toEqual(['button-name'])
})
