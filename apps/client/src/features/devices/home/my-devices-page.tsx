import { HomeViewType, VersionFilter } from '@yunji/contract/devices/device/enums'
import { useEffect } from 'react'
import { noteDeviceChanges } from '../../../shared/devices/device-changes.ts'
import { isBusy } from '../../../shared/devices/device-display.ts'
import { type ChosenGroup, useHomeGroup } from '../../../shared/devices/home-group.ts'
import { newDevice, useNewDevice } from '../../../shared/devices/new-device.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { prefetchDevices, useDevices } from './api/devices.ts'
import { prepareToEnter } from './api/enter-phone.ts'
import type { HomeDevice } from './api/home-device.ts'
import { DeviceFilters } from './device-filters.tsx'
import { LazyTour } from './guide/lazy-tour.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { ALL_DEVICES, homeView, useHomeView } from './home-view.ts'
import { LazyBatchBar, LazyBatchSheet, LazyChoosingHeader, LazyMultiView } from './multi-view/lazy-multi-view'
import { NoDevices } from './no-devices.tsx'
import styles from './renewal-notice.module.css'
import { RenewalNotice } from './renewal-notice.tsx'
import { SearchHeader } from './search-header.tsx'
import { LazySheets } from './sheets/lazy-sheets.tsx'
import { SingleView } from './single-view/single-view.tsx'
import { LazyTaskNotice } from './tasks/lazy-task-notice.tsx'

/** Group name from the devices, since it may have changed after the group was selected. */
const titleOf = (group: ChosenGroup | null, [first]: readonly HomeDevice[]): string =>
  group ? (first?.groupName ?? group.name) : ALL_DEVICES

/** Devices that a start shows first. */
const EVERYTHING = { groupId: null, version: VersionFilter.all, name: '', state: null, tag: null } as const

export const readDevicesAhead = (): Promise<void> => prefetchDevices(EVERYTHING)

/** The user's own devices and those shared with them. */
export function MyDevicesPage() {
  const { version, name, state, tag, chosen } = useHomeView()
  const { group } = useHomeGroup()
  const list = useDevices({ groupId: group?.groupId ?? null, version, name: name?.trim() ?? '', state, tag })
  const { rows, query, counts, renewal } = list
  const isMulti = useSession((session) => session.mobileViewType === HomeViewType.multi)
  // Other pages buy, rename and move devices.
  useReturn(noteDeviceChanges)
  useEffect(() => void prepareToEnter(), [])
  const { deviceId: newId, isShown } = useNewDevice()
  useEffect(() => {
    if (newId === null || isShown) return
    homeView.showDevice(newId)
    newDevice.setShown()
  }, [newId, isShown])
  const isWorking = rows.some((device) => isBusy(device.state))
  const renewalNotice = renewal && <RenewalNotice counts={renewal} />
  return (
    <Page
      route="Home/index"
      header={
        chosen ? (
          <LazyChoosingHeader list={list} />
        ) : name !== null ? (
          <SearchHeader />
        ) : (
          <HomeHeader title={titleOf(group, rows)} canChoose={isMulti && rows.length > 0} />
        )
      }
      footer={chosen ? <LazyBatchBar /> : isMulti && <LazyTaskNotice isBusy={isWorking} />}
    >
      <DeviceFilters counts={counts} />
      <LazyTour isEmpty={counts?.all === 0} />
      {isMulti ? (
        <>
          {renewalNotice}
          <LazyMultiView list={list} empty={<NoDevices />} />
        </>
      ) : (
        <>
          <Box className={styles.slot}>
            <LazyTaskNotice isBusy={isWorking}>{renewalNotice}</LazyTaskNotice>
          </Box>
          <Async of={query} loading={<HomeSkeleton />} isEmpty={() => rows.length === 0} empty={<NoDevices />}>
            {() => <SingleView list={list} />}
          </Async>
        </>
      )}
      {chosen && <LazyBatchSheet />}
      <LazySheets devices={rows} />
    </Page>
  )
}
