import { hasDrifted, readThumbnail, type Thumbnail } from '@yunji/player/picture/drift'

/** Comparisons in a row: followers come a little later than the leader. */
const DRIFT_AFTER = 3
/** The home screen has come by then. */
const SETTLED_AFTER = 2

interface WatchedPhone {
  readonly id: number
  readonly canvas: HTMLCanvasElement
}

/** Compares the pictures of followers with the leader's, once in a while. */
export const createDriftWatch = () => {
  const counts = new Map<number, number>()
  /** Pictures of a phone before any was used, and at its home screen. */
  const known = new Map<number, Map<string, Thumbnail>>()
  /** Phones on their way to the home screen together. */
  const goingHome = new Set<number>()
  let roundsSinceHome = 0
  let isUsed = false

  const picturesOf = (id: number): Map<string, Thumbnail> => {
    const found = known.get(id) ?? new Map<string, Thumbnail>()
    known.set(id, found)
    return found
  }
  const read = ({ id, canvas }: WatchedPhone) => {
    const now = readThumbnail(canvas)
    if (!now) return null
    const pictures = picturesOf(id)
    if (!isUsed && !pictures.has('first')) pictures.set('first', now)
    if (roundsSinceHome === SETTLED_AFTER && goingHome.has(id)) pictures.set('home', now)
    return { now, known: pictures }
  }

  return {
    /** The leader was used; with its home key these phones go to their home screens. */
    noteLeaderInput(homeIds: readonly number[]): void {
      isUsed = true
      goingHome.clear()
      for (const id of homeIds) goingHome.add(id)
      roundsSinceHome = 0
    },
    /** A phone was used alone, has left or has come back. */
    noteAlone(id: number): void {
      isUsed = true
      goingHome.delete(id)
      counts.delete(id)
    },
    /** Ids of the followers that show something else. */
    compare(leader: WatchedPhone, followers: readonly WatchedPhone[]): ReadonlySet<number> {
      roundsSinceHome += 1
      const wanted = read(leader)
      const drifted = new Set<number>()
      for (const follower of followers) {
        const own = read(follower)
        const count = wanted && own && hasDrifted(wanted, own) ? (counts.get(follower.id) ?? 0) + 1 : 0
        counts.set(follower.id, count)
        if (count >= DRIFT_AFTER) drifted.add(follower.id)
      }
      return drifted
    },
    /** Another phone leads. */
    reset(): void {
      goingHome.clear()
      counts.clear()
    },
  }
}
