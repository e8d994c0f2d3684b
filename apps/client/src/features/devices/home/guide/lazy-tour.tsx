import { type ComponentType, useEffect, useState } from 'react'
import { tourState, useTourAsked } from '../../../../shared/guide/tour-state.ts'
import { lazyBundles } from '../lazy-bundles'

interface LazyTourProps {
  /** The account has no devices: it may be new. */
  readonly isEmpty: boolean
}

/** Loads the tour for somebody who may need it, or has asked for it. */
export function LazyTour({ isEmpty }: LazyTourProps) {
  const { isAsked } = useTourAsked()
  const isWanted = isAsked || (isEmpty && !tourState.hasEndedHere())
  const [loaded, setLoaded] = useState<{ readonly TourCard: ComponentType }>()
  useEffect(() => {
    if (!isWanted || loaded) return
    // The page is whole without it; it comes with the next visit.
    lazyBundles.tour().then(setLoaded, () => undefined)
  }, [isWanted, loaded])
  return isWanted && loaded ? <loaded.TourCard /> : null
}
