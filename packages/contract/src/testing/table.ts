import { type Machine, nextStep } from '../machine.ts'
import { eventsOf, statesOf } from './sequences.ts'

/** A machine as its interpreter sees it, one line a state: `pending: pay→paid cancel→cancelled`. */
export const tableOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
): readonly string[] =>
  statesOf(machine).map((state) => {
    const taken = eventsOf(machine).flatMap((event) => {
      const step = nextStep(machine, state, event)
      return step.ok ? [`${event}→${step.state}`] : []
    })
    return [`${state}:`, ...taken].join(' ')
  })

/** How each state refuses what it does not take, by code: `backingUp: DEVICE_BACKING_UP`. */
export const refusalsOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
): readonly string[] =>
  statesOf(machine).flatMap((state) => {
    const codes = eventsOf(machine).flatMap((event) => {
      const step = nextStep(machine, state, event)
      return step.ok ? [] : [step.refusal.code]
    })
    return [`${state}: ${[...new Set(codes)].toSorted().join(' ')}`]
  })
