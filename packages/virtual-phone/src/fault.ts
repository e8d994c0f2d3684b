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
