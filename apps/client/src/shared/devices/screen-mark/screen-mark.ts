import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { storage } from '../../../../shared/platform/storage/storage.ts'

/** Kept per device, like the other choices of a screen. */
const STORAGE_KEY = 'screenMark'

const setting = createStore(() => ({ isOn: storage.read(STORAGE_KEY) === true }))

export const useHasScreenMark = (): boolean => useStore(setting, (state) => state.isOn)

export const setScreenMark = (isOn: boolean): void => {
  storage.write(STORAGE_KEY, isOn)
  setting.setState({ isOn })
}
