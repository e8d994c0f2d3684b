import type { ProductPromise } from '@yunji/testkit/promise'
import { deadlineMinutesOf, verifyPromise } from '@yunji/testkit/verify-promise'
import { describe, expect, test } from 'vitest'

/** Fixed, so that failures are reproducible; the long form uses random seeds. */
const SEED = 20_261
const MAX_SHOWN = 20

/** The short form of each promise as a test of its own. */
export const testShortForms = (promises: readonly ProductPromise[]): void => {
  describe.for(promises.map((promise) => [promise.id, promise.title, promise] as const))('%s: %s', ([, , promise]) => {
    const timeout = (deadlineMinutesOf(promise, false) + 1) * 60_000
    test('is kept', { timeout }, async ({ onTestFailed }) => {
      const said: string[] = []
      onTestFailed(() => console.error(said.join('\n')))
      const trial = { isLong: false, seed: SEED, log: (text: string) => void said.push(text) }
      const { violations, isKept } = await verifyPromise(promise, trial)
      expect(violations.slice(0, MAX_SHOWN)).toEqual([])
      expect(isKept).toBe(true)
    })
  })
}
