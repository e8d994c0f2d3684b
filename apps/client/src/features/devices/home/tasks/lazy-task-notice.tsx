import { type ComponentType, type PropsWithChildren, useEffect, useState } from 'react'
import { lazyBundles } from '../lazy-bundles'

interface LazyTaskNoticeProps extends PropsWithChildren {
  /** True while a task of one of the devices runs. */
  readonly isBusy: boolean
}

/** Loads the task notice with the first busy device; draws the children until then. */
export function LazyTaskNotice({ isBusy, children }: LazyTaskNoticeProps) {
  const [loaded, setLoaded] = useState<{ readonly TaskNotice: ComponentType<LazyTaskNoticeProps> }>()
  useEffect(() => {
    if (!isBusy || loaded) return
    // The devices themselves show that they are busy.
    lazyBundles.taskNotice().then(setLoaded, () => undefined)
  }, [isBusy, loaded])
  return loaded ? <loaded.TaskNotice isBusy={isBusy}>{children}</loaded.TaskNotice> : children
}
