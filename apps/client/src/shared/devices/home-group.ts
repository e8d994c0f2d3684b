import type { DeviceGroup } from '@yunji/contract/devices/group/schema'
import { create } from 'zustand'
import { session } from '../session/session.ts'

export type ChosenGroup = Pick<DeviceGroup, 'groupId' | 'name'>

interface HomeGroup {
  /** Group of the home page; null for the devices of all groups. */
  readonly group: ChosenGroup | null
}

/** In memory: a tab of the mini-program takes no parameters. */
export const useHomeGroup = create<HomeGroup>(() => ({ group: null }))

// Groups belong to one account.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) useHomeGroup.setState({ group: null })
})

export const homeGroup = {
  show: (group: ChosenGroup | null): void => useHomeGroup.setState({ group }),
  /** The group has been deleted. */
  forget(groupId: number): void {
    if (useHomeGroup.getState().group?.groupId === groupId) useHomeGroup.setState({ group: null })
  },
}
