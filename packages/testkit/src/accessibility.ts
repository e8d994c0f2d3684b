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

/**
 * Serious and critical violations found by axe below `root`, without `except`.
 */
export const findAccessibilityViolations = async (page: Page, root: string, except?: string): Promise<string[]> => {
  await page.evaluate(await readFile(sourcePath, 'utf8'))
  const context = { include: [root], exclude: except ? [except] : [] }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, { resultTypes: ['violations'] })`,
  )
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = help }) => `${id}: ${failureSummary}\n${html.slice(0, SHOWN_CHARS)}`),
    )
}
