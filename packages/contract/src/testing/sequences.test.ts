import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allMachines } from './all-machines.ts'
import { anySequence, illegalSequence, legalSequence, mixedSequence, play, statesOf } from './sequences.ts'

const RUNS = { numRuns: 150, seed: 7 }
const verdicts = (...args: Parameters<typeof play>) => play(...args).map(({ isTaken }) => isTaken)

describe.each(allMachines.map((machine) => [machine.name, machine] as const))('sequences of %s', (_name, machine) => {
  test('legal: every event is taken', () => {
    fc.assert(
      fc.property(legalSequence(machine), (events) => {
        expect(verdicts(machine, events)).not.toContain(false)
      }),
    )
  })

  test('illegal: the last event is refused, and no other', () => {
    fc.assert(
      fc.property(illegalSequence(machine), (events) => {
        expect(verdicts(machine, events).indexOf(false)).toBe(events.length - 1)
      }),
    )
  })

  test('mixed and blind ones hold both, and go everywhere', () => {
    for (const arbitrary of [mixedSequence(machine), anySequence(machine)]) {
      const histories = fc.sample(arbitrary, RUNS).map((events) => play(machine, events))
      const all = histories.flat()
      expect(new Set(all.map(({ isTaken }) => isTaken)).size).toBe(2)
      expect(new Set([machine.initial, ...all.map(({ to }) => to)]).size).toBe(statesOf(machine).length)
    }
  })

  test('long enough for a whole life', () => {
    const lengths = fc.sample(anySequence(machine, 30), RUNS).map((events) => events.length)
    expect(Math.max(...lengths)).toBeGreaterThan(20)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30)
  })

  test('the same seed gives the same sequences', () => {
    expect(fc.sample(mixedSequence(machine), RUNS)).toEqual(fc.sample(mixedSequence(machine), RUNS))
  })
})
