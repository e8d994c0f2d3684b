import * as fc from 'fast-check'
import { type ActionName, actionNames, actions, type Memory } from './r08-server-actions.ts'
import { type CustomerHarness, startCustomerHarness } from './r08-server-harness.ts'
import { brokenServerInvariants, usedUpOf, wealthOf } from './r08-server-invariants.ts'

const MOST_STEPS = 16
const CHOICES = 60

type Step = readonly [ActionName, number]

/** Most sequences begin with buying and paying. */
const oneStep = fc.tuple(fc.constantFrom(...actionNames), fc.nat(CHOICES))
const beginning = fc.constantFrom<readonly Step[]>(
  [],
  [
    ['buyMonth', 0],
    ['pay', 0],
  ],
  [
    ['buyMonth', 3],
    ['payAndFail', 0],
  ],
  [
    ['buyMonth', 2],
    ['pay', 0],
    ['change', 40],
    ['pay', 0],
  ],
  [
    ['buyMetered', 0],
    ['pay', 1],
    ['toMonthly', 0],
  ],
  [
    ['grab', 1],
    ['payAndFail', 2],
  ],
  [
    ['claimTrial', 0],
    ['renew', 0],
    ['giveBack', 0],
  ],
  [
    ['buyCodes', 2],
    ['pay', 0],
    ['redeem', 1],
  ],
)
const stepSequences = fc
  .tuple(beginning, fc.array(oneStep, { maxLength: MOST_STEPS, size: 'max' }))
  .map(([first, others]): readonly Step[] => [...first, ...others])

/** Runs one customer's actions; returns the first violation. */
const runCustomer = async (harness: CustomerHarness, steps: readonly Step[]): Promise<string | undefined> => {
  const customer = await harness.addCustomer()
  const memory: Memory = { quotes: [] }
  for (const [index, [name, choice]] of steps.entries()) {
    const before = await wealthOf(harness, customer.userId)
    const usedUp = name === 'giveBack' ? await usedUpOf(harness, customer.userId) : 0
    await actions[name](harness, customer, choice, memory)
    await harness.settle()
    const gainedCents = (await wealthOf(harness, customer.userId)) - before
    if (gainedCents > usedUp) return `${name} (${index + 1}.) gained ${gainedCents} cents`
  }
  const [broken] = await brokenServerInvariants(harness, customer.userId)
  return broken
}

/** Random customers on the real server, audited after each action. A violation names the shortest sequence. */
export const brokenCustomerRuns = async (
  { numRuns, seed }: { numRuns: number; seed: number },
  log: (text: string) => void,
): Promise<string[]> => {
  const harness = await startCustomerHarness()
  let lived = 0
  try {
    const property = fc.asyncProperty(stepSequences, async (steps) => {
      const wrong = await runCustomer(harness, steps)
      lived += 1
      if (lived % 50 === 0) log(`${lived} lives on the server`)
      if (wrong) throw new Error(wrong)
    })
    const { failed, errorInstance, counterexample } = await fc.check(property, { numRuns, seed })
    if (!failed) return []
    const after = counterexample?.[0].map(([name, choice]) => `${name} ${choice}`).join(', ')
    return [`server: ${(errorInstance as Error).message}, after: ${after || 'nothing'}`]
  } finally {
    await harness.stop()
  }
}
