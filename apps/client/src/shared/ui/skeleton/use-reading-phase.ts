import { useEffect, useRef, useState } from 'react'
import { createSkeletonTiming, type ReadingPhase } from './skeleton-timing.ts'

/** Phase of loading content: blank, skeleton, or content. */
export const useReadingPhase = (isReading: boolean): ReadingPhase => {
  const [phase, setPhase] = useState<ReadingPhase>(isReading ? 'blank' : 'content')
  const timing = useRef<ReturnType<typeof createSkeletonTiming>>(undefined)

  useEffect(() => {
    const created = createSkeletonTiming(setPhase)
    timing.current = created
    return () => created.stop()
  }, [])

  useEffect(() => timing.current?.setReading(isReading), [isReading])

  return phase
}
