/** Somebody who may hold a phone's controls. */
export interface Holder {
  readonly userId: number
  readonly isOwner: boolean
  /** May look only; never holds the controls. */
  readonly isViewOnly: boolean
  /** When it last touched or typed, in epoch milliseconds. */
  readonly lastInputMs: number
}

/** A stranger's hands are given this long before the controls may be taken from them. */
const UNDISTURBED_MS = 10_000

/**
 * Who holds the controls of a phone: one viewer or nobody. The owner takes them from anyone, a person takes them from
 * another window of their own, and everybody else waits until the hands that hold them rest.
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

    /** A viewer that comes takes free controls, and those that another window of the same person still holds. */
    enter(viewer: Viewer): boolean {
      if (viewer.isViewOnly || (holder && holder.userId !== viewer.userId)) return false
      holder = viewer
      return true
    },

    take(viewer: Viewer, nowMs: number): boolean {
      if (!canTake(viewer, nowMs)) return false
      holder = viewer
      return true
    },

    /** Returns whether it held them. */
    release(viewer: Viewer): boolean {
      if (holder !== viewer) return false
      holder = undefined
      return true
    },
  }
}
