import { type PageRoute, pathOf } from '@yunji/contract/pages'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { PageParams } from '../navigation/params-of.ts'
import { goBackFrom, openPage, previousPath, replacePage } from '../platform/router/router.ts'
import { session } from '../session/session.ts'

/** Pages that devices are chosen for. */
const choosers = [
  'Device/transfer',
  'Device/empower',
  'Device/schedules',
  'Device/wall',
  'Device/apps',
  'Group/pages/MoveGroup',
  'Space/index',
  'Space/DataCenter',
] as const satisfies readonly PageRoute[]
export type Chooser = (typeof choosers)[number]

export const CHOOSER_PARAM = 'to'
const DEVICE_IDS_PARAM = 'deviceIds'

export const chooserOf = (text: string | undefined): Chooser | undefined => choosers.find((route) => route === text)

/** More ids do not fit into an address of the mini-program: they are handed over in memory. */
const MOST_IN_ADDRESS = 100

/** Devices that were chosen for a page, until it is left. */
const useHandedDevices = create<Partial<Record<Chooser, readonly number[]>>>(() => ({}))

// Devices belong to one account.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) useHandedDevices.setState({}, true)
})

const pathWith = (route: Chooser, ids: readonly number[]): string =>
  ids.length > 0 && ids.length <= MOST_IN_ADDRESS ? `${pathOf(route)}?${DEVICE_IDS_PARAM}=${ids.join()}` : pathOf(route)

const handOver = (route: Chooser, ids: readonly number[] | undefined) => useHandedDevices.setState({ [route]: ids })

/** Opens a page for devices that are chosen already. */
export const openWithDevices = (route: Chooser, ids: readonly number[]): void => {
  handOver(route, ids)
  void openPage(pathWith(route, ids))
}

/** Returns with the choice. A page of choices that was opened by its address has nobody under it to return to. */
export const finishDeviceChoice = (route: Chooser, ids: readonly number[]): void => {
  if (previousPath() !== pathOf(route)) return void replacePage(pathWith(route, ids))
  handOver(route, ids)
  void goBackFrom('user/device')
}

/** Devices of an address, which has one or several. */
export const deviceIdsOf = (params: PageParams): readonly number[] => {
  const ids = `${params.deviceId ?? ''},${params[DEVICE_IDS_PARAM] ?? ''}`.split(',').map(Number)
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))]
}

/** Devices of a page: those of its address at first, then those that were chosen for it. */
export const useChosenDevices = (route: Chooser, params: PageParams) => {
  const handed = useHandedDevices((state) => state[route])
  useEffect(() => () => handOver(route, undefined), [route])
  return { ids: handed ?? deviceIdsOf(params), setIds: (ids: readonly number[]) => handOver(route, ids) }
}
