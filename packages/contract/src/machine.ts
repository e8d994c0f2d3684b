import type { ErrorName } from './wire/error-codes.ts'

/** Event that fires when a state has lasted too long. */
export interface Deadline<Event extends string> {
  readonly event: Event
  /** Counted from entering the state; absent where each row stores its own time. */
  readonly afterMs?: number
}

/** A state either may last forever or has a deadline. */
type Lasting<Event extends string> =
  | { readonly rests: true; readonly deadline?: never }
  | { readonly rests?: never; readonly deadline: Deadline<Event> }

export type StateRule<State extends string, Event extends string> = Lasting<Event> & {
  /** Target state of each event. An event that leads to its own state is accepted without a change. */
  readonly on: Readonly<Partial<Record<Event, State>>>
  /** Error for every other event; 1080 when absent. */
  readonly refusal?: ErrorName
  /** Errors for single events. */
  readonly refusals?: Readonly<Partial<Record<Event, ErrorName>>>
}

/** A state machine as data, read by the server's updates, the page's buttons and the tests. */
export interface Machine<State extends string = string, Event extends string = string> {
  readonly name: string
  readonly initial: State
  readonly states: Readonly<Record<State, StateRule<State, Event>>>
}

export interface Refusal<State extends string, Event extends string> {
  readonly machine: string
  readonly state: State
  readonly event: Event
  /** Whether the state is final or another state would accept the event. */
  readonly reason: 'ended' | 'notNow'
  readonly code: ErrorName
}

export type Step<State extends string, Event extends string> =
  | { readonly ok: true; readonly state: State; readonly isChanged: boolean }
  | { readonly ok: false; readonly refusal: Refusal<State, Event> }

const ruleOf = <State extends string, Event extends string>(
  { name, states }: Machine<State, Event>,
  state: State,
): StateRule<State, Event> => {
  if (!Object.hasOwn(states, state)) throw new Error(`${name} has no state ${state}`)
  return states[state]
}

const targetOf = <State extends string, Event extends string>(
  { on }: StateRule<State, Event>,
  event: Event,
): State | undefined => (Object.hasOwn(on, event) ? on[event] : undefined)

/** Whether no event leads out of the state. */
export const isTerminal = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
): boolean => Object.values(ruleOf(machine, state).on).every((target) => target === state)

/** The next state, or the refusal. A step without `isChanged` repeats an earlier one and has no effect. */
export const nextStep = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
  event: Event,
): Step<State, Event> => {
  const rule = ruleOf(machine, state)
  const target = targetOf(rule, event)
  if (target !== undefined) return { ok: true, state: target, isChanged: target !== state }
  const reason = isTerminal(machine, state) ? 'ended' : 'notNow'
  const code = rule.refusals?.[event] ?? rule.refusal ?? 'SHOW_ERROR_TIP'
  return { ok: false, refusal: { machine: machine.name, state, event, reason, code } }
}

/** Deadline of a state; undefined where it may last forever. */
export const deadlineOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
): Deadline<Event> | undefined => ruleOf(machine, state).deadline

/** States in which an event causes a change, for the WHERE of the update. */
export const statesAccepting = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: Event,
): readonly State[] =>
  (Object.keys(machine.states) as State[]).filter((state) => {
    const target = targetOf(ruleOf(machine, state), event)
    return target !== undefined && target !== state
  })
