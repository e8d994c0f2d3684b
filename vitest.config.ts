import { defineConfig } from 'vitest/config'

const DATABASE_TESTS = ['{packages,apps,tools}/**/*.db.test.ts']
const BROWSER_TESTS = ['{packages,apps,tools}/**/*.browser.test.{ts,tsx}', 'tests/{e2e,mini-program}/**/*.test.ts']
const SYSTEM_TESTS = ['tests/{start,reliability,security,conformance}/**/*.test.ts']
const NEVER = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**']

/** Deadlines against hanging, not measurements: a busy machine must not fail a test. */
const patience = (seconds: number) => ({ testTimeout: seconds * 1000, hookTimeout: seconds * 1000 })

export default defineConfig({
  test: {
    slowTestThreshold: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
          exclude: [...NEVER, ...DATABASE_TESTS, ...BROWSER_TESTS],
          sequence: { groupOrder: 0 },
          ...patience(30),
        },
      },
      {
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: NEVER,
          globalSetup: ['packages/testkit/src/database-setup.ts'],
          sequence: { groupOrder: 1 },
          ...patience(60),
        },
      },
      {
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          exclude: NEVER,
          globalSetup: ['packages/testkit/src/database-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...patience(180),
        },
      },
      {
        test: {
          name: 'system',
          include: SYSTEM_TESTS,
          exclude: NEVER,
          globalSetup: ['packages/testkit/src/database-setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...patience(300),
        },
      },
    ],
  },
})
