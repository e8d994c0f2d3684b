import { getDeviceList } from '@yunji/contract/devices/device/calls'
import { create } from 'zustand'
import { queryClient } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'

/** Pages of devices that were read before are out of date. */
export const useDeviceChanges = create(() => ({ atMs: 0 }))

/**
 * Devices may have changed, no matter which. A list on screen reads the pages that are seen, not all that are loaded;
 * others are read when they are next opened.
 */
export const noteDeviceChanges = (): void => {
  useDeviceChanges.setState({ atMs: systemClock() })
  void queryClient.invalidateQueries({ queryKey: [getDeviceList.path], refetchType: 'none' })
}
