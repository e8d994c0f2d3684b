import { type HomeViewType, type StateFilter, VersionFilter } from '@yunji/contract/devices/device/enums'
import type { DeviceRight } from '@yunji/contract/wire/call'
import { create } from 'zustand'
import { homeGroup, useHomeGroup } from '../../../shared/devices/home-group.ts'
import { session } from '../../../shared/session/session.ts'

export const ALL_DEVICES = '全部设备'

interface HomeView {
  readonly version: VersionFilter
  /** Search text; null while the search is closed. */
  readonly name: string | null
  /** Null for devices in every state. */
  readonly state: StateFilter | null
  /** Null for devices with every tag, and with none. */
  readonly tag: string | null
  /** Devices selected for a batch action, with the user's right on each; null outside the selection mode. */
  readonly chosen: ReadonlyMap<number, DeviceRight> | null
  /** Device in the middle of the single view. */
  readonly currentId: number | null
}

const everything = { version: VersionFilter.all, name: null, state: null, tag: null } as const
const fresh = { ...everything, chosen: null, currentId: null } as const

export const useHomeView = create<HomeView>(() => fresh)

// Devices belong to one account.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) useHomeView.setState(fresh)
})

// Another group begins without a filter.
useHomeGroup.subscribe(() => useHomeView.setState({ ...everything, chosen: null }))

const set = (changes: Partial<HomeView>) => useHomeView.setState(changes)

/** With another filter the selection starts anew: a command must not go to devices that are out of sight. */
const nothingChosen = (): Partial<HomeView> => (useHomeView.getState().chosen ? { chosen: new Map() } : {})

interface ChosenDevice {
  readonly deviceId: number
  readonly right: DeviceRight
}

export const homeView = {
  setViewType(viewType: HomeViewType): void {
    session.setViewType(viewType)
    set({ chosen: null })
  },
  setVersion: (version: VersionFilter) => set({ version, ...nothingChosen() }),
  setState: (state: StateFilter | null) => set({ state, ...nothingChosen() }),
  setTag: (tag: string | null) => set({ tag, ...nothingChosen() }),
  setName: (name: string) => set({ name }),
  startSearch: () => set({ name: '' }),
  stopSearch: () => set({ name: null }),
  showEverything: () => set(everything),
  /** Puts a device in the middle, whatever was filtered before. */
  showDevice(currentId: number): void {
    homeGroup.show(null)
    set({ ...everything, chosen: null, currentId })
  },
  setCurrent: (currentId: number) => set({ currentId }),
  startChoosing: () => set({ chosen: new Map() }),
  stopChoosing: () => set({ chosen: null }),
  /** Does nothing outside the selection mode: it may have been left while the devices were read. */
  chooseOnly: (devices: ReadonlyMap<number, DeviceRight>) => {
    if (useHomeView.getState().chosen) set({ chosen: devices })
  },
  choose({ deviceId, right }: ChosenDevice): void {
    const chosen = new Map(useHomeView.getState().chosen)
    if (!chosen.delete(deviceId)) chosen.set(deviceId, right)
    set({ chosen })
  },
}

export const stateFilterLabels: Readonly<Record<StateFilter, string>> = {
  running: '运行中',
  busy: '处理中',
  stopped: '已关机',
  faulty: '离线',
  expired: '已到期',
}
