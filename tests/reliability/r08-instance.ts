import { type Machine, nextStep } from '@yunji/contract/machine'

/** A machine with its current state. */
export interface MachineInstance<State extends string, Event extends string> {
  is(...states: State[]): boolean
  can(event: Event): boolean
  /** An event that may be refused; returns whether the state changed. */
  try(event: Event): boolean
  /** An event that must be accepted; a refusal is a violation. */
  must(event: Event): boolean
  toString(): string
}

export const createInstance = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  complain: (text: string) => void,
): MachineInstance<State, Event> => {
  let state = machine.initial
  const take = (event: Event) => {
    const step = nextStep(machine, state, event)
    if (step.ok) state = step.state
    return step
  }
  return {
    is: (...states) => states.includes(state),
    can: (event) => nextStep(machine, state, event).ok,
    try(event) {
      const step = take(event)
      return step.ok && step.isChanged
    },
    must(event) {
      const step = take(event)
      if (!step.ok) complain(`${machine.name} refuses ${event} in ${state}`)
      return step.ok && step.isChanged
    },
    toString: () => `${machine.name} ${state}`,
  }
}
