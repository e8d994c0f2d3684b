import { anySequence, legalSequence, mixedSequence, play } from '@yunji/contract/testing/sequences'
import type { ProductPromise } from '@yunji/testkit/promise'
import * as fc from 'fast-check'
import { generalLaws } from './r08-invariants.ts'
import { type LawBook, lawBooks } from './r08-machine-invariants.ts'
import { type PurchaseAction, type PurchaseMachines, purchaseActions } from './r08-purchase.ts'
import { findWrong } from './r08-purchase-invariants.ts'
import { brokenLives } from './r08-server.ts'

const SHORT_SEQUENCES = 300
const LONG_SEQUENCES = 10_000
const SHORT_LIVES = 30
const LONG_LIVES = 500

export interface Runs {
  readonly numRuns: number
  readonly seed: number
}

/** Every law of a book, over random lives. A violation names the shortest life that breaks it. */
export const brokenLaws = ({ machine, laws }: LawBook, runs: Runs): string[] => {
  const sequences = fc.oneof(legalSequence(machine), mixedSequence(machine), anySequence(machine))
  const property = fc.property(sequences, (events) => {
    const history = play(machine, events)
    const broken = [...laws, ...generalLaws].find(({ holds }) => !holds(history, machine))
    if (broken) throw new Error(`${machine.name}: ${broken.says}`)
  })
  return violationsOf(fc.check(property, runs))
}

/** Random purchases: what the machines say of each other must fit, whatever comes in whatever order. */
export const brokenPurchases = (runs: Runs, machines?: PurchaseMachines): string[] => {
  const action = fc.constantFrom(...(Object.keys(purchaseActions) as PurchaseAction[]))
  const property = fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
    const wrong = findWrong(actions, machines)
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

export const promise: ProductPromise = {
  id: 'R8',
  name: 'r8_machine_sequences',
  title:
    'random sequences keep the laws of every machine, and none on the real server gains money, time, stock or a coupon',
  async run({ isLong, seed, log }) {
    const runs = { numRuns: isLong ? LONG_SEQUENCES : SHORT_SEQUENCES, seed }
    const violations = lawBooks.flatMap((book) => brokenLaws(book, runs))
    violations.push(...brokenPurchases(runs))
    const numLives = isLong ? LONG_LIVES : SHORT_LIVES
    violations.push(...(await brokenLives({ numRuns: numLives, seed }, log)))
    const kinds = lawBooks.length + 1
    const laws = lawBooks.reduce((sum, book) => sum + book.laws.length + generalLaws.length, 0)
    log(`${runs.numRuns} sequences of each of ${kinds} kinds, ${laws} laws`)
    log(`${numLives} lives on the server`)
    return { rounds: kinds * runs.numRuns + numLives, violations }
  },
}
