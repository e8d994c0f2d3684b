import { expect, test } from 'vitest'
import { atMost } from './figures.ts'
import type { Outcome } from './promise.ts'
import { verifyPromise } from './verify-promise.ts'

const trial = { isLong: false, seed: 1, log: () => undefined }
const verdictOn = (run: () => Promise<Outcome>) => verifyPromise({ id: 'R0', name: 'r0_rounds', title: '', run }, trial)

test('a promise is kept when rounds were run and none broke it', async () => {
  const verdict = await verdictOn(async () => ({ rounds: 3, violations: [] }))
  expect(verdict.isKept).toBe(true)
  expect(verdict.figures).toEqual([{ name: 'r0_rounds', value: 0, limit: 0, ok: true, rounds: 3, violations: 0 }])
})

test('it is broken by a violation, by a thrown error, by no rounds and by a figure over its limit', async () => {
  expect((await verdictOn(async () => ({ rounds: 3, violations: ['lost one'] }))).isKept).toBe(false)
  expect((await verdictOn(() => Promise.reject(new Error('no server')))).violations).toEqual([
    'the experiment stopped: no server',
    'no round was run',
  ])
  expect((await verdictOn(async () => ({ rounds: 0, violations: [] }))).isKept).toBe(false)
  const slow = { rounds: 1, violations: [], figures: [atMost('r0_seconds', 6, 5)] }
  expect((await verdictOn(async () => slow)).isKept).toBe(false)
})
