import * as fc from 'fast-check'
import { type Machine, nextStep } from '../machine.ts'

/** An event in a state, with the state afterwards. */
export interface AppliedEvent<State extends string, Event extends string> {
  readonly from: State
  readonly event: Event
  /** The state afterwards: the same one when the event was refused. */
  readonly to: State
  readonly isTaken: boolean
}

export type History<State extends string, Event extends string> = readonly AppliedEvent<State, Event>[]

export const statesOf = <State extends string>({ states }: Machine<State>): readonly State[] =>
  Object.keys(states) as State[]

/** Every event that is taken somewhere. */
export const eventsOf = <State extends string, Event extends string>({
  states,
}: Machine<State, Event>): readonly Event[] => [
  ...new Set(Object.values<{ on: object }>(states).flatMap(({ on }) => Object.keys(on) as Event[])),
]

/** Plays events from the start on; a refused one leaves the state as it was. */
export const play = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  events: readonly Event[],
): History<State, Event> => {
  let state = machine.initial
  return events.map((event) => {
    const from = state
    const step = nextStep(machine, from, event)
    if (step.ok) state = step.state
    return { from, event, to: state, isTaken: step.ok }
  })
}

export const lastState = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  history: History<State, Event>,
): State => history[history.length - 1]?.to ?? machine.initial

const MAX_LENGTH = 40

/** Chooses the next event by a number, among those that the state takes or those that it refuses. */
type Choice = readonly [chance: number, isLegal: boolean]

const followChoices = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  choices: readonly Choice[],
): Event[] => {
  const events = eventsOf(machine)
  let state = machine.initial
  return choices.flatMap(([chance, isLegal]) => {
    const candidates = events.filter((event) => nextStep(machine, state, event).ok === isLegal)
    const event = candidates[chance % candidates.length]
    if (event === undefined) return []
    const step = nextStep(machine, state, event)
    if (step.ok) state = step.state
    return [event]
  })
}

const chance = fc.nat(0x7fff_ffff)

const sequenceOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  choice: fc.Arbitrary<Choice>,
  maxLength: number,
): fc.Arbitrary<readonly Event[]> =>
  fc.array(choice, { maxLength, size: 'max' }).map((choices) => followChoices(machine, choices))

/** Events that are all taken, one after the other. */
export const legalSequence = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  maxLength = MAX_LENGTH,
): fc.Arbitrary<readonly Event[]> => sequenceOf(machine, fc.tuple(chance, fc.constant(true)), maxLength)

/** Legal events with illegal ones strewn in: what impatient users, late notices and repeated jobs do. */
export const mixedSequence = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  maxLength = MAX_LENGTH,
): fc.Arbitrary<readonly Event[]> => sequenceOf(machine, fc.tuple(chance, fc.boolean()), maxLength)

/** A legal sequence that ends in one event that is refused. */
export const illegalSequence = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  maxLength = MAX_LENGTH,
): fc.Arbitrary<readonly Event[]> =>
  fc
    .tuple(legalSequence(machine, maxLength - 1), chance)
    .map(([legal, number]) => {
      const state = lastState(machine, play(machine, legal))
      const refused = eventsOf(machine).filter((event) => !nextStep(machine, state, event).ok)
      const event = refused[number % refused.length]
      return event === undefined ? [] : [...legal, event]
    })
    .filter((sequence) => sequence.length > 0)

/** Any events at all, blindly. */
export const anySequence = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  maxLength = MAX_LENGTH,
): fc.Arbitrary<readonly Event[]> => fc.array(fc.constantFrom(...eventsOf(machine)), { maxLength, size: 'max' })
