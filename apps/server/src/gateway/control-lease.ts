/** Candidate for the controls of a phone. */
export interface Holder {
  readonly userId: number
  readonly isOwner: boolean
  /** Never holds the controls. */
  readonly isViewOnly: boolean
  /** Last touch or key, in epoch milliseconds. */
  readonly lastInputMs: number
}

/** Idle time of the holder after which another user may take the controls. */
const UNDISTURBED_MS = 10_000

/**
 * Lease on the controls of a phone: one viewer or none. The owner takes it from anyone, a user from another window of
 * their own, everybody else after the holder has been idle.
 */
export const createControlLease = <Viewer extends Holder>() => {
  let holder: Viewer | undefined

  const canTake = (viewer: Viewer, nowMs: number): boolean => {
    if (viewer.isViewOnly) return false
    if (!holder || holder === viewer || viewer.isOwner || holder.userId === viewer.userId) return true
    return !holder.isOwner && nowMs - holder.lastInputMs >= UNDISTURBED_MS
  }

  return {
    get holder() {
      return holder
    },

    canTake,

    /** A new viewer takes free controls, and those held by another window of the same user. */
    takeOnJoin(viewer: Viewer): boolean {
      if (viewer.isViewOnly || (holder && holder.userId !== viewer.userId)) return false
      holder = viewer
      return true
    },

    take(viewer: Viewer, nowMs: number): boolean {
      if (!canTake(viewer, nowMs)) return false
      holder = viewer
      return true
    },

    /** False when it was not the holder. */
    release(viewer: Viewer): boolean {
      if (holder !== viewer) return false
      holder = undefined
      return true
    },
  }
}
