import { defineConfig } from 'vitest/config'

/** The contract's tests alone: every mutant runs those that reach it. */
export default defineConfig({
  test: { include: ['packages/contract/src/**/*.test.ts'] },
})
