import { create } from 'zustand'

/** How far the work on a device is, where that is known. Apart from the rest, so that a page can show it without loading it. */
export const useDeviceProgress = create<ReadonlyMap<number, number>>(() => new Map())
