import { HomeViewType } from '@yunji/contract/devices/device/enums'
import { type ComponentType, useEffect, useState } from 'react'
import { session } from '../../../../shared/session/session.ts'
import { ErrorView } from '../../../../shared/ui/status/error-view.tsx'
import { HomeSkeleton } from '../home-skeleton.tsx'
import type { BatchBarProps, MultiViewProps } from './multi-view.tsx'

interface Loaded {
  readonly MultiView: ComponentType<MultiViewProps>
  readonly BatchBar: ComponentType<BatchBarProps>
}

/** Loaded bundle; later mounts draw it at once. */
let known: Loaded | undefined
export const loadMulti = async (): Promise<Loaded> => {
  known ??= await import('./multi-view.tsx')
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
export function LazyBatchBar(props: BatchBarProps) {
  const { loaded } = useLoaded()
  return loaded ? <loaded.BatchBar {...props} /> : null
}
