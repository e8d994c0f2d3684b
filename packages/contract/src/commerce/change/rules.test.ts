import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoughtTime, carriedValueCents, extraTimeSeconds, remainingValueCents } from './rules.ts'

const HOUR = 3600
const MONTH = 720 * HOUR
const value = (changes: Partial<BoughtTime>) =>
  remainingValueCents({ paidCents: 3000, boughtSeconds: MONTH, leftSeconds: MONTH, isTrial: false, ...changes })

describe('remaining value', () => {
  it.each([
    ['all of it at the start', {}, 3000],
    ['half at half time', { leftSeconds: MONTH / 2 }, 1500],
    ['rounded down', { leftSeconds: MONTH - 1 }, 2999],
    ['nothing at the end', { leftSeconds: 0 }, 0],
    ['less than a cent is nothing', { leftSeconds: 1 }, 0],
    ['never more than was paid', { leftSeconds: MONTH + HOUR }, 3000],
    ['nothing when nothing was paid', { paidCents: 0 }, 0],
    ['nothing for a trial', { isTrial: true }, 0],
    ['nothing for a trial without a time', { isTrial: true, boughtSeconds: 0 }, 0],
    [
      'a large sum over a long time',
      { paidCents: 10 ** 12, boughtSeconds: 10 ** 9, leftSeconds: 10 ** 9 - 1 },
      999_999_999_000,
    ],
  ])('%s', (_name, changes, expected) => expect(value(changes)).toBe(expected))

  it.each([
    { paidCents: -1 },
    { paidCents: 0.5 },
    { boughtSeconds: 0 },
    { boughtSeconds: -1 },
    { boughtSeconds: 0.5 },
    { leftSeconds: -1 },
    { leftSeconds: 0.5 },
  ])('refuses %j', (changes) => expect(() => value(changes)).toThrow(RangeError))

  it('never grows while time passes, and never exceeds what was paid', () => {
    const seconds = fc.integer({ min: 1, max: 10 ** 9 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), seconds, seconds, seconds, (paidCents, bought, a, b) => {
        const [earlier, later] = [Math.max(a, b), Math.min(a, b)].map((leftSeconds) =>
          value({ paidCents, boughtSeconds: bought, leftSeconds }),
        )
        expect(later).toBeLessThanOrEqual(earlier ?? 0)
        expect(earlier).toBeLessThanOrEqual(paidCents)
      }),
    )
  })
})

describe('extra time', () => {
  it.each([
    [3000, 3000, 720, MONTH],
    [1500, 3000, 720, MONTH / 2],
    [1, 3000, 720, 864],
    [1, 3001, 720, 863],
    [0, 3000, 720, 0],
    [6000, 3000, 720, 2 * MONTH],
    [1, 7200, 1, 0],
  ])('a surplus of %d at %d for %d hours is %d seconds', (surplus, price, hours, seconds) => {
    expect(extraTimeSeconds(surplus, price, hours)).toBe(seconds)
  })

  it.each([
    [-1, 3000, 720],
    [0.5, 3000, 720],
    [1, 0, 720],
    [1, -1, 720],
    [1, 3000, -1],
    [1, 3000, 0.5],
  ])('refuses a surplus of %d at %d for %d hours', (surplus, price, hours) => {
    expect(() => extraTimeSeconds(surplus, price, hours)).toThrow(RangeError)
  })

  it('is never worth more than the surplus', () => {
    const cents = fc.integer({ min: 1, max: 10 ** 10 })
    const prices = fc.integer({ min: 100, max: 10 ** 10 })
    fc.assert(
      fc.property(cents, prices, fc.integer({ min: 1, max: 8760 }), (surplus, price, hours) => {
        const seconds = extraTimeSeconds(surplus, price, hours)
        const worth = (time: number) => BigInt(time) * BigInt(price)
        const paid = BigInt(surplus) * BigInt(hours * HOUR)
        expect(worth(seconds) <= paid && worth(seconds + 1) > paid).toBe(true)
      }),
    )
  })
})

describe('the value that a change carries', () => {
  const carried = (changes: Partial<Parameters<typeof carriedValueCents>[0]>) =>
    carriedValueCents({
      valueCents: 3000,
      leftCents: 3000,
      paidCents: 0,
      boughtSeconds: MONTH,
      passedSeconds: 0,
      ...changes,
    })

  it.each([
    ['all of it when it is taken at once', {}, 3000],
    ['less where the old time was used at a higher rate', { leftCents: 2990, passedSeconds: HOUR }, 2994],
    ['never more than was quoted', { leftCents: 3000, passedSeconds: HOUR }, 3000],
    ['beside what was paid', { paidCents: 1000, leftCents: 2990, passedSeconds: HOUR }, 2995],
    ['nothing of nothing', { valueCents: 0, leftCents: 0, paidCents: 1000, passedSeconds: HOUR }, 0],
  ])('%s', (_name, changes, expected) => expect(carried(changes)).toBe(expected))

  it('refuses a change that begins after the end of what it bought', () => {
    expect(() => carried({ passedSeconds: MONTH })).toThrow(RangeError)
  })

  it('never makes a device worth more than it was when the change began', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 })
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.integer({ min: 0, max: 3 * HOUR }),
        (valueCents, left, paidCents, passedSeconds) => {
          const leftCents = Math.min(valueCents, left)
          const carriedCents = carried({ valueCents, leftCents, paidCents, passedSeconds })
          expect(carriedCents).toBeGreaterThanOrEqual(0)
          const worth = remainingValueCents({
            paidCents: carriedCents + paidCents,
            boughtSeconds: MONTH,
            leftSeconds: MONTH - passedSeconds,
            isTrial: false,
          })
          expect(worth).toBeLessThanOrEqual(leftCents + paidCents)
        },
      ),
    )
  })
})
