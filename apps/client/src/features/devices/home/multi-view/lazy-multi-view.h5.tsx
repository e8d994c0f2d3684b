import { HomeViewType } from '@yunji/contract/devices/device/enums'
import { type ComponentType, useEffect, useState } from 'react'
import { session } from '../../../../shared/session/session.ts'
import { ErrorView } from '../../../../shared/ui/status/error-view.tsx'
import { HomeSkeleton } from '../home-skeleton.tsx'
import type { ChoosingHeaderProps } from './choosing.tsx'
import type { MultiViewProps } from './multi-view.tsx'

interface Loaded {
  readonly MultiView: ComponentType<MultiViewProps>
  readonly BatchBar: ComponentType
  readonly BatchSheet: ComponentType
  readonly ChoosingHeader: ComponentType<ChoosingHeaderProps>
}

/** Loaded bundle; later mounts draw it at once. */
let known: Loaded | undefined
export const loadMulti = async (): Promise<Loaded> => {
  if (!known) {
    const [grid, choosing] = await Promise.all([import('./multi-view.tsx'), import('./choosing.tsx')])
    known = { ...grid, ...choosing }
  }
  return known
}

// The multi view was used last: load it ahead of the devices.
if (session.store.getState().mobileViewType === HomeViewType.multi) loadMulti().catch(() => undefined)

const useLoaded = () => {
  const [loaded, setLoaded] = useState(known)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!loaded && !hasFailed) loadMulti().then(setLoaded, () => setFailed(true))
  }, [loaded, hasFailed])
  return { loaded, hasFailed, retry: () => setFailed(false) }
}

/** Grid of devices, in a bundle of its own: a new user starts with the single view. */
export function LazyMultiView(props: MultiViewProps) {
  const { loaded, hasFailed, retry } = useLoaded()
  if (loaded) return <loaded.MultiView {...props} />
  return hasFailed ? <ErrorView hint="请检查网络后重试" onRetry={retry} /> : <HomeSkeleton />
}

/** In the bundle of the multi view, where devices are selected. */
export function LazyBatchBar() {
  const { loaded } = useLoaded()
  return loaded ? <loaded.BatchBar /> : null
}

export function LazyBatchSheet() {
  const { loaded } = useLoaded()
  return loaded ? <loaded.BatchSheet /> : null
}

export function LazyChoosingHeader(props: ChoosingHeaderProps) {
  const { loaded } = useLoaded()
  return loaded ? <loaded.ChoosingHeader {...props} /> : null
}
