import { deadlineOf, type Machine, next } from '@yunji/contract/machine'
import type { Happened } from '../../packages/contract/src/testing/sequences.ts'

type AnyStep = Happened<string, string>
type AnyHistory = readonly AnyStep[]

/** A sentence about every life of a kind. It is read off the product's rules, not off the machine's table. */
export interface Invariant {
  readonly title: string
  holds(history: AnyHistory, machine: Machine): boolean
}

type Check = (step: AnyStep) => boolean

export const invariant = (says: string, holds: Invariant['holds']): Invariant => ({ title: says, holds })

export const everyStep =
  (check: Check): Invariant['holds'] =>
  (history) =>
    history.every(check)

export const isChange: Check = ({ from, to }) => from !== to

const firstIndex = (history: AnyHistory, check: Check): number => {
  const index = history.findIndex(check)
  return index < 0 ? history.length : index
}

/** From the moment when this was so, the state is one of these for good. */
export const onceThenOnly =
  (since: Check, states: readonly string[]): Invariant['holds'] =>
  (history) =>
    history.slice(firstIndex(history, since)).every(({ to }) => states.includes(to))

/** None of the states comes before the event was taken. */
export const onlyAfter =
  (states: readonly string[], event: string): Invariant['holds'] =>
  (history) =>
    history
      .slice(
        0,
        firstIndex(history, (step) => step.isTaken && step.event === event),
      )
      .every(({ to }) => !states.includes(to))

/** The events are refused in these states. */
export const never = (events: readonly string[], states: readonly string[]): Invariant['holds'] =>
  everyStep((step) => !(step.isTaken && events.includes(step.event) && states.includes(step.from)))

/** The events are taken in these states, whenever a life passes through them; in every state when none are named. */
export const always =
  (events: readonly string[], states?: readonly string[]): Invariant['holds'] =>
  (history, machine) =>
    history
      .flatMap(({ from, to }) => [from, to])
      .filter((state) => states === undefined || states.includes(state))
      .every((state) => events.every((event) => next(machine, state, event).ok))

/** What people, providers and jobs tell twice is taken twice, and does no harm. */
export const isIdempotent = (...events: readonly string[]): Invariant =>
  invariant('what is told twice does no harm', (history, machine) =>
    history
      .filter((step) => step.isTaken && events.includes(step.event))
      .every(({ to, event }) => {
        const again = next(machine, to, event)
        return again.ok && !again.isChanged
      }),
  )

export const atMostOnce = (states: readonly string[]): Invariant['holds'] => {
  const isEntered: Check = (step) => isChange(step) && states.includes(step.to)
  return (history) => history.filter(isEntered).length <= 1
}

type Places = Readonly<Record<string, readonly string[]>>

/** An event leads where its name says. What it merely finds so, or need not change, stands in `leaves`. */
export const leads = (targets: Places, leaves: Places = {}): Invariant =>
  invariant(
    'every event does what its name says, or is refused',
    everyStep((step) => {
      if (!step.isTaken || (targets[step.event] ?? []).includes(step.to)) return true
      return !isChange(step) && (leaves[step.event] ?? []).includes(step.to)
    }),
  )

/** What no life may lack, whatever its kind. */
export const generalInvariants: readonly Invariant[] = [
  invariant('a deadline that comes is taken', (history, machine) =>
    history.every(({ to }) => {
      const deadline = deadlineOf(machine, to)
      return deadline === undefined || next(machine, to, deadline.event).ok
    }),
  ),
  invariant(
    'a refused event changes nothing',
    everyStep((step) => step.isTaken || !isChange(step)),
  ),
]
