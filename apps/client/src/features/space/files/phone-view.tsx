import { getDeviceList } from '@yunji/contract/devices/device/calls'
import { VersionFilter } from '@yunji/contract/devices/device/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { pathOf } from '@yunji/contract/pages'
import { requestData } from '../../../shared/api/query.ts'
import { useDeviceDisplay } from '../../../shared/devices/use-device-display.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { deviceIdOf, spacePath } from '../../../shared/navigation/page-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { systemClock, useMinute } from '../../../shared/platform/app/clock.ts'
import { useSession } from '../../../shared/session/session.ts'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { phone } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { PhoneFolder } from './phone-folder.tsx'
import styles from './trash-view.module.css'

interface ListedDevice extends DeviceRecord {
  readonly endsAtMs: number
}

const deviceKey = ({ deviceId }: ListedDevice) => deviceId

const useDevices = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getDeviceList.path, 'space', userId],
    read: async ({ page, rows }: PageRequest) => {
      const query = { page: String(page), rows: String(rows), version: String(VersionFilter.all), owner: 'me' as const }
      const { records, ...data } = await requestData(getDeviceList, query)
      const nowMs = systemClock()
      return { ...data, records: records.map((record) => ({ ...record, endsAtMs: nowMs + record.remainingMs })) }
    },
    paging: byPage,
    rowKey: deviceKey,
  })
}

/** The phone to fetch from. Phones that do not run show why nothing can be fetched. */
function Phones() {
  const list = useDevices()
  const nowMs = useMinute()
  const displayOf = useDeviceDisplay()
  return (
    <PullList
      list={list}
      className={classes(styles.list, styles.phones)}
      loading={<RowsSkeleton rows={4} />}
      empty={
        <Empty illustration={noDevices} title="还没有云手机" hint="创建后，可以把上面的文件取到云空间">
          <Button size="medium" isNarrow to={pathOf('Home/create')}>
            创建云手机
          </Button>
        </Empty>
      }
    >
      {(device) => {
        const { tone, brief, word } = displayOf(device, nowMs)
        const isRunning = device.state === 'running'
        return (
          <Box className={classes(device !== list.rows[0] && styles.ruled)}>
            <Cell
              leading={<IconTile of={phone} tone={isRunning ? 'brand' : 'off'} />}
              title={device.name}
              sub={device.groupName}
              value={<StateBadge tone={tone}>{tone === 'soon' ? brief : word}</StateBadge>}
              isDisabled={!isRunning}
              {...(isRunning && { to: spacePath('phone', device.deviceId) })}
            />
          </Box>
        )
      }}
    </PullList>
  )
}

/** Files of a phone, to be fetched into the space. */
export function PhoneView({ params }: { readonly params: PageParams }) {
  const deviceId = deviceIdOf(params)
  return (
    <Page route="Space/index" title={deviceId === 0 ? '选择云手机' : '取回文件'}>
      {deviceId === 0 ? <Phones /> : <PhoneFolder deviceId={deviceId} />}
    </Page>
  )
}
