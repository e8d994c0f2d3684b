import { getDeviceIds, getDeviceList } from '@yunji/contract/devices/device/calls'
import { VersionFilter } from '@yunji/contract/devices/device/enums'
import { MAX_SELECTED_DEVICES } from '@yunji/contract/devices/device/rules'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { getGroupList } from '@yunji/contract/devices/group/calls'
import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { type ReactNode, useEffect, useState } from 'react'
import { requestData, useCall } from '../api/query.ts'
import { useWrite } from '../api/use-write.ts'
import { showToast } from '../feedback/toast.ts'
import { byPage, type PageRequest } from '../list/paging.ts'
import { usePagedList } from '../list/use-paged-list.ts'
import { WindowedList } from '../list/windowed-list.tsx'
import { client } from '../platform/app/client'
import { systemClock, useMinute } from '../platform/app/clock.ts'
import { useSession } from '../session/session.ts'
import { StateBadge } from '../ui/badge/state-badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { Chips } from '../ui/choice/chips.tsx'
import { Tick } from '../ui/choice/tick.tsx'
import { classes } from '../ui/classes.ts'
import { Box, Tap, TextInput } from '../ui/elements/elements'
import { search } from '../ui/icon/controls.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { RowsSkeleton } from '../ui/skeleton/skeleton.tsx'
import { Empty } from '../ui/status/empty.tsx'
import { noDevices } from '../ui/status/illustrations.ts'
import styles from './device-picker.module.css'
import { RowCover } from './row-cover.tsx'
import { useDeviceDisplay } from './use-device-display.ts'

const ALL_GROUPS = 0
/** Debounce of the search. */
const PAUSE_MS = 250
const MAXIMUM_CHARACTERS = 32

interface Filter {
  readonly groupId: number
  readonly name: string
}

const queryOf = ({ groupId, name }: Filter) => ({
  version: String(VersionFilter.all),
  owner: 'me' as const,
  ...(groupId !== ALL_GROUPS && { groupId: String(groupId) }),
  ...(name !== '' && { name }),
})

interface ListedDevice extends DeviceRecord {
  readonly endsAtMs: number
}

const deviceKey = ({ deviceId }: ListedDevice) => deviceId

const useOwnDevices = (filter: Filter) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({
    key: [getDeviceList.path, 'picker', filter, userId],
    read: async ({ page, rows }: PageRequest) => {
      const query = { page: String(page), rows: String(rows), ...queryOf(filter) }
      const { records, ...data } = await requestData(getDeviceList, query)
      const nowMs = systemClock()
      return { ...data, records: records.map((record) => ({ ...record, endsAtMs: nowMs + record.remainingMs })) }
    },
    paging: byPage,
    rowKey: deviceKey,
  })
  return { ...list, total: list.query.data?.pages[0]?.counts.all ?? 0 }
}

interface RowProps {
  readonly device: ListedDevice
  readonly isFirst: boolean
  readonly nowMs: number
  readonly isChosen: boolean
  readonly onTap: () => void
}

function DeviceRow({ device, isFirst, nowMs, isChosen, onTap }: RowProps) {
  const { deviceId, name, groupName, cover } = device
  const displayOf = useDeviceDisplay()
  const { tone, brief, word } = displayOf(device, nowMs)
  return (
    <Tap className={classes(styles.row, !isFirst && styles.ruled)} isChecked={isChosen} onTap={onTap}>
      <Tick isOn={isChosen} />
      <Box className={styles.cover}>
        <RowCover key={deviceId} src={cover ? client.apiBase + cover : undefined} tone={tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.name}>{name}</Box>
        <Box className={styles.group}>{groupName}</Box>
      </Box>
      <StateBadge tone={tone}>{tone === 'soon' ? brief : word}</StateBadge>
    </Tap>
  )
}

function SearchField({ onSearch }: { readonly onSearch: (name: string) => void }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <Box className={styles.search}>
      <Icon of={search} size={20} />
      <TextInput
        className={styles.input}
        label="搜索设备名称"
        placeholder="搜索设备名称"
        maxLength={MAXIMUM_CHARACTERS}
        value={text}
        onChange={setText}
      />
    </Box>
  )
}

const useGroups = () => useCall(getGroupList, { page: '1', rows: String(MAX_GROUPS) })

function GroupChips({ value, onChange }: { readonly value: number; readonly onChange: (groupId: number) => void }) {
  const groups = useGroups().data?.records ?? []
  if (groups.length < 2) return null
  const options = [
    { value: ALL_GROUPS, label: '全部' },
    ...groups.map(({ groupId, name }) => ({ value: groupId, label: name })),
  ]
  return <Chips label="分组" options={options} value={value} onChange={onChange} />
}

function NoDevices({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) return <Empty illustration={noDevices} title="没有符合条件的设备" hint="换个分组或关键词试试" />
  return (
    <Empty illustration={noDevices} title="还没有设备" hint="创建云手机后，可以在这里选择">
      <Button size="medium" isNarrow to={pathOf('Home/create')}>
        创建云手机
      </Button>
    </Empty>
  )
}

interface DevicePickerProps {
  readonly title: ReactNode
  readonly chosen: ReadonlySet<number>
  /** Most devices that may be chosen. */
  readonly maximum?: number
  readonly hasGroups?: boolean
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

/** Several of the user's own devices: searched, by group, one by one or all at once. */
export function DevicePicker({
  title,
  chosen,
  maximum = MAX_SELECTED_DEVICES,
  hasGroups,
  onChange,
}: DevicePickerProps) {
  const [groupId, setGroupId] = useState(ALL_GROUPS)
  const [name, setName] = useState('')
  const list = useOwnDevices({ groupId, name })
  const { isFetched: areGroupsKnown } = useGroups()
  const nowMs = useMinute()
  const tooMany = () => showToast(`一次最多选择 ${formatCount(maximum)} 台`, 'error')

  const toggle = (deviceId: number) => {
    const next = new Set(chosen)
    // Of one device the next takes the place of the last.
    if (maximum === 1) return onChange(new Set([deviceId]))
    if (!next.delete(deviceId)) next.add(deviceId)
    if (next.size > maximum) tooMany()
    else onChange(next)
  }
  // Loaded rows may be a part of the list.
  const isAll = list.total > 0 && chosen.size >= list.total && list.rows.every(({ deviceId }) => chosen.has(deviceId))
  const { run: toggleAll } = useWrite(async () => {
    const { owner } = await requestData(getDeviceIds, queryOf({ groupId, name }))
    const next = new Set(chosen)
    for (const deviceId of owner) {
      if (isAll) next.delete(deviceId)
      else next.add(deviceId)
    }
    if (next.size > maximum) tooMany()
    else onChange(next)
  })
  return (
    <Box className={styles.picker}>
      <SearchField onSearch={setName} />
      {hasGroups && !areGroupsKnown ? (
        <RowsSkeleton rows={6} />
      ) : (
        <>
          {hasGroups && <GroupChips value={groupId} onChange={setGroupId} />}
          <Box className={styles.head}>
            <Box as="h2" className={styles.title}>
              {title}
            </Box>
            {list.total > 0 && maximum > 1 && (
              <Tap className={styles.all} isChecked={isAll} onTap={toggleAll}>
                全选
                <Tick isOn={isAll} />
              </Tap>
            )}
          </Box>
          <WindowedList
            list={list}
            total={Math.max(list.total, list.rows.length)}
            filterKey={`${groupId} ${name}`}
            className={styles.list}
            loading={<RowsSkeleton rows={6} />}
            empty={<NoDevices isNarrowed={groupId !== ALL_GROUPS || name !== ''} />}
          >
            {(device, index) => (
              <DeviceRow
                device={device}
                isFirst={index === 0}
                nowMs={nowMs}
                isChosen={chosen.has(device.deviceId)}
                onTap={() => toggle(device.deviceId)}
              />
            )}
          </WindowedList>
        </>
      )}
    </Box>
  )
}
