import { deadlineOf, type Machine, nextStep } from '@yunji/contract/machine'
import type { AppliedEvent } from '../../packages/contract/src/testing/sequences.ts'

type AnyStep = AppliedEvent<string, string>
type AnyHistory = readonly AnyStep[]

/** Holds for every sequence of events of a machine. Written from the product's rules, not from the machine's table. */
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

/** Once `since` holds, the state stays one of these. */
export const onceThenOnly =
  (since: Check, states: readonly string[]): Invariant['holds'] =>
  (history) =>
    history.slice(firstIndex(history, since)).every(({ to }) => states.includes(to))

/** None of the states is reached before the event. */
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

/** The events are accepted in these states; in every state when none are named. */
export const always =
  (events: readonly string[], states?: readonly string[]): Invariant['holds'] =>
  (history, machine) =>
    history
      .flatMap(({ from, to }) => [from, to])
      .filter((state) => states === undefined || states.includes(state))
      .every((state) => events.every((event) => nextStep(machine, state, event).ok))

/** The events are accepted twice without a second change. */
export const isIdempotent = (...events: readonly string[]): Invariant =>
  invariant('what is told twice does no harm', (history, machine) =>
    history
      .filter((step) => step.isTaken && events.includes(step.event))
      .every(({ to, event }) => {
        const again = nextStep(machine, to, event)
        return again.ok && !again.isChanged
      }),
  )

export const atMostOnce = (states: readonly string[]): Invariant['holds'] => {
  const isEntered: Check = (step) => isChange(step) && states.includes(step.to)
  return (history) => history.filter(isEntered).length <= 1
}

type Places = Readonly<Record<string, readonly string[]>>

/** Target states of each event; `leaves` lists states that it may leave unchanged. */
export const leads = (targets: Places, leaves: Places = {}): Invariant =>
  invariant(
    'every event does what its name says, or is refused',
    everyStep((step) => {
      if (!step.isTaken || (targets[step.event] ?? []).includes(step.to)) return true
      return !isChange(step) && (leaves[step.event] ?? []).includes(step.to)
    }),
  )

/** Invariants of every machine. */
export const generalInvariants: readonly Invariant[] = [
  invariant('a deadline that comes is taken', (history, machine) =>
    history.every(({ to }) => {
      const deadline = deadlineOf(machine, to)
      return deadline === undefined || nextStep(machine, to, deadline.event).ok
    }),
  ),
  invariant(
    'a refused event changes nothing',
    everyStep((step) => step.isTaken || !isChange(step)),
  ),
]
