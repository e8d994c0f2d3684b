import { type ComponentType, type PropsWithChildren, useEffect, useState } from 'react'
import { late } from '../lazy-bundles'

interface LateTasksProps extends PropsWithChildren {
  /** Something is being done to one of the devices. */
  readonly isBusy: boolean
}

/** What is being done to the devices, in place of the page's other notice, from the first time that something is. */
export function LateTasks({ isBusy, children }: LateTasksProps) {
  const [loaded, setLoaded] = useState<{ readonly TaskNotice: ComponentType<LateTasksProps> }>()
  useEffect(() => {
    if (!isBusy || loaded) return
    // The devices themselves show that they are busy.
    late.tasks().then(setLoaded, () => undefined)
  }, [isBusy, loaded])
  return loaded ? <loaded.TaskNotice isBusy={isBusy}>{children}</loaded.TaskNotice> : children
}
