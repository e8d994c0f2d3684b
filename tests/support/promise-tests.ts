import { type Form, type ProductPromise, SMALL_FORM_SECONDS } from '@yunji/testkit/promise'
import { deadlineMinutesOf, verifyPromise } from '@yunji/testkit/verify-promise'
import { afterAll, describe, expect, test } from 'vitest'
import { stopSharedTarget } from './target.ts'

/** Fixed, so that a landing fails by its own fault only; the long form uses random seeds. */
const SEED = 20_261
const MAX_SHOWN = 20

/** 20261119 on 19 November 2026, all over the world at once. */
const seedOfToday = (): number => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** One form of each promise as a test of its own. */
export const testPromises = (promises: readonly ProductPromise[], form: Form): void => {
  afterAll(stopSharedTarget)
  describe.for(promises.map((promise) => [promise.id, promise.title, promise] as const))('%s: %s', ([, , promise]) => {
    const timeout = (deadlineMinutesOf(promise, form) + 1) * 60_000
    test(`its ${form} form is kept`, { timeout }, async ({ onTestFailed }) => {
      const seed = promise.isSeededByDay ? seedOfToday() : SEED
      const said = [`again: npm run promises -- ${promise.id} --${form} --seed ${seed}`]
      onTestFailed(() => console.error(said.join('\n')))
      const { violations, isKept, seconds } = await verifyPromise(promise, {
        form,
        seed,
        log: (text) => said.push(text),
      })
      if (form === 'small' && seconds > SMALL_FORM_SECONDS)
        console.log(`${promise.id} took ${seconds.toFixed(1)} s, and ${SMALL_FORM_SECONDS} at most on a quiet machine`)
      expect(violations.slice(0, MAX_SHOWN)).toEqual([])
      expect(isKept).toBe(true)
    })
  })
}
