import type { ErrorName } from './wire/error-codes.ts'

/** The event that happens by itself when a state has lasted too long. */
export interface Deadline<Event extends string> {
  readonly event: Event
  /** Counted from the moment the state was entered; absent where each row carries a moment of its own. */
  readonly afterMs?: number
}

/** Either a state may last for ever, or it says by when something must have happened. Nothing waits without an end. */
type Lasting<Event extends string> =
  | { readonly rests: true; readonly deadline?: never }
  | { readonly rests?: never; readonly deadline: Deadline<Event> }

export type StateRule<State extends string, Event extends string> = Lasting<Event> & {
  /** The state that each event leads to. One that leads to its own state is taken, and changes nothing. */
  readonly on: Readonly<Partial<Record<Event, State>>>
  /** How every other event is refused on the wire; 1080 when absent. */
  readonly refusal?: ErrorName
  /** Events that are refused in words of their own. */
  readonly refusals?: Readonly<Partial<Record<Event, ErrorName>>>
}

/** A life as data: the server's updates, the page's buttons and the tests all read the same table. */
export interface Machine<State extends string = string, Event extends string = string> {
  readonly name: string
  readonly initial: State
  readonly states: Readonly<Record<State, StateRule<State, Event>>>
}

export interface Refusal<State extends string, Event extends string> {
  readonly machine: string
  readonly state: State
  readonly event: Event
  /** Over for good, or only not now. */
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

/** Nothing leads out of it any more. */
export const isTerminal = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
): boolean => Object.values(ruleOf(machine, state).on).every((target) => target === state)

/** Where an event leads, or why it does not. A step that is not `isChanged` happened before: no effect follows. */
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

/** What must happen in this state by when; nothing where it may rest. */
export const deadlineOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
): Deadline<Event> | undefined => ruleOf(machine, state).deadline

/** The states in which an event changes something: what stands in the `where` of the update that carries it out. */
export const statesAccepting = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: Event,
): readonly State[] =>
  (Object.keys(machine.states) as State[]).filter((state) => {
    const target = targetOf(ruleOf(machine, state), event)
    return target !== undefined && target !== state
  })
