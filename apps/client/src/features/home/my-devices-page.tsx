import { HomeViewType } from '@yunji/contract/device/enums'
import { useEffect } from 'react'
import { isBusy } from '../../shared/device/device-face.ts'
import { useReturn } from '../../shared/platform/use-return.ts'
import { useSession } from '../../shared/session/session.ts'
import { Async } from '../../shared/ui/async.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { useDevices } from './devices.ts'
import { prepareToEnter } from './enter-phone.ts'
import type { HomeDevice } from './home-device.ts'
import { ChoosingHeader, HomeHeader } from './home-header.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { ALL_DEVICES, type ChosenGroup, useHomeView } from './home-view.ts'
import { LateBatchBar, LateMultiView } from './late-multi'
import { LateSheets } from './late-sheets.tsx'
import { LateTasks } from './late-tasks.tsx'
import { NoDevices } from './no-devices.tsx'
import { RenewalNotice } from './renewal-notice.tsx'
import { SearchHeader } from './search-header.tsx'
import { SingleView } from './single-view.tsx'

/** The devices know the name of their group best: it may have changed since it was chosen. */
const titleOf = (group: ChosenGroup | null, [first]: readonly HomeDevice[]): string =>
  group ? (first?.groupName ?? group.name) : ALL_DEVICES

/** The user's own devices and those that others let them use. */
export function MyDevicesPage() {
  const { group, version, name, state, chosen } = useHomeView()
  const list = useDevices({ groupId: group?.groupId ?? null, version, name: name?.trim() ?? '', state })
  const { rows, query, counts } = list
  const isMulti = useSession((session) => session.mobileViewType === HomeViewType.multi)
  // What was bought, named or moved on another page is there when the user comes back.
  useReturn(() => void list.refresh())
  useEffect(() => void prepareToEnter(), [])
  return (
    <Page
      route="Home/index"
      header={
        chosen ? (
          <ChoosingHeader ids={rows.map(({ deviceId }) => deviceId)} />
        ) : name !== null ? (
          <SearchHeader />
        ) : (
          <HomeHeader title={titleOf(group, rows)} />
        )
      }
      footer={chosen && <LateBatchBar devices={rows.filter(({ deviceId }) => chosen.has(deviceId))} />}
    >
      <DeviceFilters counts={counts} canChoose={isMulti && !chosen && rows.length > 0} />
      <LateTasks isBusy={rows.some((device) => isBusy(device.state))}>
        <RenewalNotice devices={rows} expiringSoon={counts?.expiringSoon ?? 0} />
      </LateTasks>
      {isMulti ? (
        <LateMultiView list={list} empty={<NoDevices />} />
      ) : (
        <Async of={query} loading={<HomeSkeleton />} isEmpty={() => rows.length === 0} empty={<NoDevices />}>
          {() => <SingleView list={list} />}
        </Async>
      )}
      <LateSheets devices={rows} />
    </Page>
  )
}
