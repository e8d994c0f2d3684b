import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string | null
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

const GRAVE = new Set<string | null>(['serious', 'critical'])
const SHOWN_CHARS = 300

const sourcePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let source: Promise<string> | undefined

/** A document keeps the script: half a megabyte is sent once to each, not for every check. */
const loadAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate('"axe" in window')) return
  source ??= readFile(sourcePath, 'utf8')
  await page.evaluate(await source)
}

/** One byte for each run, in the file named by `YUNJI_TEST_AXE_RUNS`: several processes count into it. */
const countRun = (): void => {
  const file = process.env['YUNJI_TEST_AXE_RUNS']
  if (file) appendFileSync(file, '.')
}

const findViolations = async (page: Page, context: object, options: object): Promise<string[]> => {
  countRun()
  await loadAxe(page)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  )
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = help }) => `${id}: ${failureSummary}\n${html.slice(0, SHOWN_CHARS)}`),
    )
}

/**
 * Serious and critical violations found by axe below `root`, without `except`.
 */
export const findAccessibilityViolations = (page: Page, root: string, except?: string): Promise<string[]> =>
  findViolations(page, { include: [root], exclude: except ? [except] : [] }, {})

/** By the rules that depend on colours, for a state that was checked in another theme. */
export const findContrastViolations = (page: Page, root: string): Promise<string[]> =>
  findViolations(
    page,
    { include: [root] },
    { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  )
