import * as fc from 'fast-check'
import { type ActionName, actionNames, actions, type Memory } from './r08-server-actions.ts'
import { type LifeWorld, startLifeWorld } from './r08-server-harness.ts'
import { brokenServerLaws, usedUpOf, wealthOf } from './r08-server-invariants.ts'

const LONGEST_LIFE = 16
const CHOICES = 60

type Step = readonly [ActionName, number]

/** Buying and paying come first in most lives: without a phone little can happen. */
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
    ['buyCodes', 2],
    ['pay', 0],
    ['redeem', 1],
  ],
)
const lives = fc
  .tuple(beginning, fc.array(oneStep, { maxLength: LONGEST_LIFE, size: 'max' }))
  .map(([first, others]): readonly Step[] => [...first, ...others])

/** Lives one life on the server; says what is wrong with it, if anything is. */
const liveOn = async (world: LifeWorld, steps: readonly Step[]): Promise<string | undefined> => {
  const life = await world.beginLife()
  const memory: Memory = { quotes: [] }
  for (const [index, [name, choice]] of steps.entries()) {
    const before = await wealthOf(world, life.userId)
    const usedUp = name === 'giveBack' ? await usedUpOf(world, life.userId) : 0
    await actions[name](world, life, choice, memory)
    await world.settle()
    const gainedCents = (await wealthOf(world, life.userId)) - before
    if (gainedCents > usedUp) return `${name} (${index + 1}.) gained ${gainedCents} cents`
  }
  const [broken] = await brokenServerLaws(world, life.userId)
  return broken
}

/** Random lives on the real server, each followed by a look at all books. A violation names the shortest life. */
export const brokenLives = async (
  { numRuns, seed }: { numRuns: number; seed: number },
  log: (text: string) => void,
): Promise<string[]> => {
  const world = await startLifeWorld()
  let lived = 0
  try {
    const property = fc.asyncProperty(lives, async (steps) => {
      const wrong = await liveOn(world, steps)
      lived += 1
      if (lived % 50 === 0) log(`${lived} lives on the server`)
      if (wrong) throw new Error(wrong)
    })
    const { failed, errorInstance, counterexample } = await fc.check(property, { numRuns, seed })
    if (!failed) return []
    const after = counterexample?.[0].map(([name, choice]) => `${name} ${choice}`).join(', ')
    return [`server: ${(errorInstance as Error).message}, after: ${after || 'nothing'}`]
  } finally {
    await world.stop()
  }
}
