/** Phases of content that is being loaded. */
export type ReadingPhase = 'blank' | 'skeleton' | 'content'

/** Faster answers show no skeleton. */
const SKELETON_DELAY_MS = 200
/** Minimum time of a visible skeleton, against flicker. */
const SKELETON_LEAST_MS = 300

/** Tells what to show, from when reading begins and ends. */
export const createSkeletonTiming = (show: (phase: ReadingPhase) => void) => {
  let isReading = false
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const release = () => {
    isHeld = false
    if (!isReading) show('content')
  }

  const appear = () => {
    isHeld = true
    show('skeleton')
    timer = setTimeout(release, SKELETON_LEAST_MS)
  }

  return {
    setReading(isReadingNow: boolean): void {
      if (isReadingNow === isReading) return
      isReading = isReadingNow
      if (isHeld) return
      clearTimeout(timer)
      show(isReading ? 'blank' : 'content')
      if (isReading) timer = setTimeout(appear, SKELETON_DELAY_MS)
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
