import { expect, test } from 'vitest'
import { atMost } from './figures.ts'
import { definePromise, type Form, type Outcome } from './promise.ts'
import { verifyPromise } from './verify-promise.ts'

const trial = { form: 'small', seed: 1, log: () => undefined } as const
const named = { id: 'R0', name: 'r0_rounds', title: '' }
const verdictOn = (run: () => Promise<Outcome>) =>
  verifyPromise(definePromise({ ...named, sizes: { small: 1, long: 9 }, run }), trial)

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

test('each form has its numbers, and the short one those of the small one where it has none', async () => {
  const triedIn = async (form: Form, sizes: { small: number; short?: number; long: number }) => {
    const promise = definePromise({ ...named, sizes, run: async ({ size }) => ({ rounds: size, violations: [] }) })
    return (await verifyPromise(promise, { ...trial, form })).figures[0]
  }
  const sizes = { small: 2, short: 5, long: 90 }
  expect(await triedIn('small', sizes)).toMatchObject({ rounds: 2 })
  expect(await triedIn('short', sizes)).toMatchObject({ rounds: 5 })
  expect(await triedIn('long', sizes)).toMatchObject({ rounds: 90 })
  expect(await triedIn('short', { small: 2, long: 90 })).toMatchObject({ rounds: 2 })
})
