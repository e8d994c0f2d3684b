import { fileURLToPath } from 'node:url'
import { openTestBrowser } from '@yunji/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type MiniProgram, type OpenOptions, openMiniProgram } from '../index.ts'

const PROGRAM = fileURLToPath(new URL('../../fixtures/program', import.meta.url))

/** Guards against hanging only: a busy machine is slow. */
export const LONG_TIMEOUT = { timeout: 20_000 }

/** Opens the fixture's program once for a file; each call starts it anew, with nothing stored. */
export function useFixtureProgram(options: Partial<OpenOptions> = {}): (launch?: string) => Promise<MiniProgram> {
  let browser: Browser
  let program: MiniProgram
  beforeAll(async () => {
    browser = await openTestBrowser()
    program = await openMiniProgram({ dist: PROGRAM, browser, ...options })
  })
  afterAll(() => browser.close())
  return async (launch) => {
    await program.storage.clear()
    program.forgetReports()
    await program.start(launch)
    return program
  }
}

/** Lines that the fixture's pages wrote about their lives. */
export const journalOf = (program: MiniProgram): Promise<readonly string[]> => program.appField('journal')
