import type { PhoneAccount } from './system/saved-state.ts'

export const FAULT_KINDS = ['none', 'refuse', 'hang', 'slow', 'crash', 'diskFull', 'lostLink', 'noBoot'] as const

/**
 * Fault injected into a phone:
 * `refuse` takes no connections and cuts those it has; `hang` lets people in and answers nothing; `slow` holds every
 * packet back; `crash` dies as by a power cut and starts again; `diskFull` has no room; `lostLink` lets all bytes vanish;
 * `noBoot` stays away after the next start.
 */
export interface PhoneFault {
  kind: (typeof FAULT_KINDS)[number]
  /** Of `slow`. */
  delayMs: number
}

export const NO_FAULT: PhoneFault = { kind: 'none', delayMs: 0 }

/** Changes that a test makes to a running phone; what is absent stays as it is. */
export interface PhoneState {
  /** Off: adbd is gone until it is switched on again, also after a reboot. */
  isDebuggingOn?: boolean
  isAwake?: boolean
  isLocked?: boolean
  /** Services that answer nobody; an empty list brings all of them back, and so does a reboot. */
  awayServices?: readonly string[]
  /** Calls of services that are still answered before those are away. */
  afterCalls?: number
  /** Calls of the services that are away that nobody answers before they are back. */
  forCalls?: number
  /** Of the owner, in place of those that there are. */
  accounts?: readonly PhoneAccount[]
  /** Package that runs a VPN; empty ends it. */
  vpn?: string
  /** A socket, or a file that changes when it is opened to read. */
  file?: { path: string; kind: 'socket' | 'vanishes' | 'shrinks' }
}
