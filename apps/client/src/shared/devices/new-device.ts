import { create } from 'zustand'
import { session } from '../session/session.ts'

interface NewDevice {
  /** The device that was bought last; the home page lists it first. */
  readonly deviceId: number | null
  /** The home page has put it in the middle. */
  readonly isShown: boolean
}

const none: NewDevice = { deviceId: null, isShown: true }

/** In memory: a tab of the mini-program takes no parameters. */
export const useNewDevice = create<NewDevice>(() => none)

// Devices belong to one account.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) useNewDevice.setState(none)
})

export const newDevice = {
  announce(deviceId: number): void {
    if (useNewDevice.getState().deviceId !== deviceId) useNewDevice.setState({ deviceId, isShown: false })
  },
  setShown: (): void => useNewDevice.setState({ isShown: true }),
  forget: (): void => useNewDevice.setState(none),
}
