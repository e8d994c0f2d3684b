import { defineConfig } from 'vitest/config'
import TestOrder from './tools/test-run/order.ts'

const BESIDE_CODE = '{packages,apps,tools}/**'
const DATABASE_TESTS = [`${BESIDE_CODE}/*.db.test.ts`]
const BROWSER_TESTS = [`${BESIDE_CODE}/*.browser.test.{ts,tsx}`, 'tests/{e2e,mini-program}/**/*.test.ts']
/** They start, stop and kill processes of their own. */
const SYSTEM_TESTS = [`${BESIDE_CODE}/*.system.test.ts`, 'tests/{start,reliability,security,conformance}/**/*.test.ts']
/** Costly suites of what seldom breaks, for `npm run test:all`; a small form of each is in another project. */
const EXTENDED_TESTS = ['tests/extended/**/*.test.ts']
/** Files that `npm test -- --unchanged` need not run. */
const { YUNJI_TEST_SKIPPED = '' } = process.env
const SKIPPED = YUNJI_TEST_SKIPPED.split(' ').filter(Boolean)
const NEVER = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**', ...SKIPPED]
const DATABASES = 'apps/server/src/testing/database-setup.ts'
const SYSTEM_SETUP = [DATABASES, 'tests/support/bundle-server.ts']

/** Deadlines against hanging, not measurements: a busy machine must not fail a test. */
const patience = (seconds: number) => ({
  testTimeout: seconds * 1000,
  hookTimeout: seconds * 1000,
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
})
const POLL_TIMEOUT_MS = 30_000

/**
 * Some wait while others work: three keep two processors busy. A worker goes on with the next file of its kind, so that
 * it loads what all of them need once; `tools/test-run/order.ts` keeps the kinds together.
 */
const WORKERS = { isolate: false, maxWorkers: 3 }

/** No immediates: the runner's own, and those of the file before, would be counted among a test's timers. */
const FAKE_TIMERS = {
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const,
}

export default defineConfig({
  test: {
    slowTestThreshold: 60_000,
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${BESIDE_CODE}/*.test.{ts,tsx}`],
          exclude: [...NEVER, ...DATABASE_TESTS, ...BROWSER_TESTS, ...SYSTEM_TESTS],
          fakeTimers: { toFake: [...FAKE_TIMERS.toFake] },
          ...WORKERS,
          ...patience(60),
        },
      },
      {
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: NEVER,
          globalSetup: SYSTEM_SETUP,
          ...WORKERS,
          ...patience(120),
        },
      },
      {
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          exclude: NEVER,
          globalSetup: SYSTEM_SETUP,
          ...WORKERS,
          ...patience(300),
        },
      },
      {
        test: {
          name: 'system',
          include: SYSTEM_TESTS,
          exclude: NEVER,
          globalSetup: SYSTEM_SETUP,
          ...WORKERS,
          ...patience(600),
        },
      },
      {
        test: {
          name: 'extended',
          include: EXTENDED_TESTS,
          exclude: NEVER,
          globalSetup: SYSTEM_SETUP,
          ...WORKERS,
          ...patience(600),
        },
      },
    ],
  },
})
