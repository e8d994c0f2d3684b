import { definePromise } from '@yunji/testkit/promise'
import * as fc from 'fast-check'
import { anySequence, legalSequence, mixedSequence, play } from '../../packages/contract/src/testing/sequences.ts'
import { generalInvariants } from './r08-invariants.ts'
import { type MachineInvariants, machineInvariants } from './r08-machine-invariants.ts'
import { type PurchaseAction, type PurchaseMachines, purchaseActions } from './r08-purchase.ts'
import { findViolation } from './r08-purchase-invariants.ts'
import { brokenCustomerRuns } from './r08-server.ts'

export interface Runs {
  readonly numRuns: number
  readonly seed: number
}

/** Every invariant of a machine, over random event sequences. A violation names the shortest sequence that breaks it. */
export const brokenInvariants = ({ machine, invariants }: MachineInvariants, runs: Runs): string[] => {
  const sequences = fc.oneof(legalSequence(machine), mixedSequence(machine), anySequence(machine))
  const property = fc.property(sequences, (events) => {
    const history = play(machine, events)
    const broken = [...invariants, ...generalInvariants].find(({ holds }) => !holds(history, machine))
    if (broken) throw new Error(`${machine.name}: ${broken.title}`)
  })
  return violationsOf(fc.check(property, runs))
}

/** Random purchases: the machines must stay consistent with each other for any order of events. */
export const brokenPurchases = (runs: Runs, machines?: PurchaseMachines): string[] => {
  const action = fc.constantFrom(...(Object.keys(purchaseActions) as PurchaseAction[]))
  const property = fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
    const wrong = findViolation(actions, machines)
    if (wrong) throw new Error(`purchase: ${wrong}`)
  })
  return violationsOf(fc.check(property, runs))
}

const violationsOf = <Sequence extends readonly string[]>({
  failed,
  errorInstance,
  counterexample,
}: fc.RunDetails<[Sequence]>): string[] =>
  failed ? [`${(errorInstance as Error).message}, after: ${counterexample?.[0].join(', ') || 'nothing'}`] : []

export const promise = definePromise({
  id: 'R8',
  name: 'r8_machine_sequences',
  title:
    'random sequences keep the laws of every machine, and none on the real server gains money, time, stock or a coupon',
  sizes: {
    small: { sequences: 300, lives: 12 },
    short: { sequences: 1_000, lives: 30 },
    long: { sequences: 10_000, lives: 500 },
  },
  async run({ size: { sequences, lives }, seed, log }) {
    const runs = { numRuns: sequences, seed }
    const violations = machineInvariants.flatMap((each) => brokenInvariants(each, runs))
    violations.push(...brokenPurchases(runs))
    violations.push(...(await brokenCustomerRuns({ numRuns: lives, seed }, log)))
    const kinds = machineInvariants.length + 1
    const count = machineInvariants.reduce((sum, each) => sum + each.invariants.length + generalInvariants.length, 0)
    log(`${runs.numRuns} sequences of each of ${kinds} kinds, ${count} invariants`)
    log(`${lives} customers on the server`)
    return { rounds: kinds * runs.numRuns + lives, violations }
  },
})
