import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SupplierType } from '@yunji/contract/devices/device/enums'
import { KEPT_DAYS } from '@yunji/contract/devices/move/rules'
import { getZoneHealth, replaceFaultyDevices } from '@yunji/contract/operator/calls'
import { searchDevices } from '@yunji/contract/operator/device-calls'
import { supplierLabels } from '@yunji/contract/operator/labels'
import type { DeviceRecord } from '@yunji/contract/operator/records'
import type { CallData } from '@yunji/contract/wire/call'
import { useRef } from 'react'
import { callApi } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, Tag } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Health = CallData<typeof getZoneHealth>
type Zone = Health['records'][number]
type Problem = Health['problems'][number]

const REFETCH_MS = 15_000
/** Devices that one replacement takes. */
const MOST_REPLACED = 200

const problemNames: Readonly<Record<Problem['problem'], string>> = {
  scrcpyServerMissing: '缺少 scrcpy 服务端，真机没有画面',
  phoneNotErased: '退回的云手机没有清除干净，已移出库存',
  adbRefused: '云手机拒绝 ADB，可能关闭了调试',
}

function ZoneState({ of }: { readonly of: Zone }) {
  if (of.isAway) return <State tone="dead">失联</State>
  if (of.isBreakerOpen) return <State tone="soon">自动更换已暂停</State>
  return of.faulty > 0 ? <State tone="soon">有故障</State> : <State tone="run">正常</State>
}

const supplierName = (supplier: number): string => supplierLabels[supplier as SupplierType] ?? `#${supplier}`

const number = (id: keyof Zone & string, title: string, of: (zone: Zone) => number): Column<Zone> => ({
  id,
  title,
  align: 'right',
  cell: of,
  sortBy: of,
})

const columns: readonly Column<Zone>[] = [
  { id: 'zoneName', title: '机房', cell: ({ zoneName }) => zoneName, sortBy: ({ zoneName }) => zoneName },
  { id: 'zoneCode', title: '代码', cell: ({ zoneCode }) => zoneCode },
  { id: 'state', title: '状态', cell: (zone) => ZoneState({ of: zone }) },
  number('phones', '云手机', ({ phones }) => phones),
  number('faulty', '故障', ({ faulty }) => faulty),
  number('refusing', '拒绝 ADB', ({ refusing }) => refusing),
  number('replacedLately', '近期更换', ({ replacedLately }) => replacedLately),
  { id: 'seenAt', title: '最近响应', cell: ({ seenAt }) => time(seenAt) },
  {
    id: 'supplierType',
    title: '供应商',
    cell: ({ supplierType }) => supplierName(supplierType),
    isExtra: true,
  },
]

export default function ZonesPage() {
  return (
    <ListPage
      id="zones"
      call={getZoneHealth}
      actions={<ExportButton list="zones" />}
      columns={columns}
      // A zone has a row for each of its suppliers.
      rowId={({ zoneId, supplierType }) => `${zoneId}-${supplierType}`}
      paging="none"
      refetchMs={REFETCH_MS}
      empty="没有租出的云手机"
      emptyHint="机房有云手机租出后显示在这里；全部机房在「机房与库存」。"
      detailTitle={({ zoneName, supplierType }) => `${zoneName} · ${supplierName(supplierType)}`}
      renderDetail={(zone) => <ZoneDetail zone={zone} />}
      renderSummary={({ problems }) =>
        problems.length > 0 && (
          <ul className={styles.problems} aria-label="需要处理的问题">
            {problems.map(({ problem, detail }) => (
              <li key={`${problem} ${detail ?? ''}`}>
                {problemNames[problem]}
                {detail && <code>{detail}</code>}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}

/** Faulty devices of a zone and supplier, as many as one replacement takes. */
const useFaultyDevices = ({ zoneId, supplierType }: Zone) =>
  useQuery({
    queryKey: [searchDevices.path, 'faulty', zoneId, supplierType],
    queryFn: async ({ signal }) => {
      const input = { zoneId: String(zoneId), supplierType: String(supplierType), state: 'faulty' as const }
      const devices: DeviceRecord[] = []
      let cursor: string | null = null
      do {
        const read: CallData<typeof searchDevices> = await callApi(
          searchDevices,
          { ...input, ...(cursor && { cursor }) },
          signal,
        )
        devices.push(...read.records)
        cursor = read.nextCursor
      } while (cursor !== null && devices.length < MOST_REPLACED)
      return { devices: devices.slice(0, MOST_REPLACED), hasMore: cursor !== null || devices.length > MOST_REPLACED }
    },
    refetchInterval: REFETCH_MS,
  })

function ZoneDetail({ zone }: { readonly zone: Zone }) {
  const faulty = useFaultyDevices(zone)
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <ZoneState key="state" of={zone} />],
          ['云手机', zone.phones],
          ['故障（含更换中）', zone.faulty],
          ['拒绝 ADB', zone.refusing],
          ['近期更换', zone.replacedLately],
          ['最近响应', time(zone.seenAt)],
        ]}
      />
      {zone.isAway ? (
        <p className={styles.waiting}>
          机房失联时不自动更换，故障设备等待人工决定。机房恢复应答后，还能用的设备自动恢复。
        </p>
      ) : (
        zone.isBreakerOpen && (
          <p className={styles.waiting}>
            故障太多，自动更换已暂停。查明原因后再决定：恢复应答的设备会自动恢复，不用更换。
          </p>
        )
      )}
      <Card title="故障设备">
        <Async of={faulty}>{(read) => <FaultyDevices zone={zone} {...read} />}</Async>
      </Card>
    </div>
  )
}

interface FaultyDevicesProps {
  readonly zone: Zone
  readonly devices: readonly DeviceRecord[]
  readonly hasMore: boolean
}

function FaultyDevices({ zone, devices, hasMore }: FaultyDevicesProps) {
  const mayAct = useRight('devices.act')
  if (devices.length === 0) return <p className={styles.note}>没有等待更换的故障设备。</p>
  return (
    <>
      {hasMore && <p className={styles.note}>先列出 {devices.length} 台，更换后列出其余的。</p>}
      <ul className={styles.lines}>
        {devices.map(({ deviceId, name, stateSince, isRefusing }) => (
          <li key={deviceId}>
            <span className={styles.tags}>
              <Link to="/devices" search={{ open: String(deviceId) } as never}>
                #{deviceId} {name}
              </Link>
              {isRefusing && <Tag tone="dead">拒绝 ADB</Tag>}
            </span>
            <span>{time(stateSince)} 起</span>
          </li>
        ))}
      </ul>
      {mayAct && <ReplaceAll zone={zone} devices={devices} />}
    </>
  )
}

function ReplaceAll({ zone, devices }: Omit<FaultyDevicesProps, 'hasMore'>) {
  const askedCount = useRef(0)
  const replace = useWrite(replaceFaultyDevices, {
    onDone: ({ deviceIds: begun }) => {
      const left = askedCount.current - begun.length
      const rest = left > 0 ? `，${left} 台没有开始：已不是故障状态，或有任务在进行` : ''
      showToast(`已开始更换 ${begun.length} 台${rest}`, left > 0 ? 'error' : 'done')
    },
  })
  const refusing = devices.filter(({ isRefusing }) => isRefusing).length
  const replaceAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: `更换「${zone.zoneName}」${devices.length} 台故障设备的云手机？`,
      text: `换上同配置的空云手机，应用和数据不会搬过去；原来的连同数据保留 ${KEPT_DAYS} 天，期间可以还给设备。到时已恢复应答的不更换。${refusing > 0 ? `其中 ${refusing} 台拒绝 ADB，多半还在运行，打开 USB 调试即可恢复。` : ''}`,
      confirm: `更换 ${devices.length} 台`,
      isDestructive: true,
    })
    if (!isSure) return
    askedCount.current = devices.length
    replace.mutate({ deviceIds: devices.map(({ deviceId }) => deviceId) })
  }
  return (
    <div className={styles.buttons}>
      <Button tone="danger" isBusy={replace.isPending} onClick={() => void replaceAll()}>
        更换全部 {devices.length} 台
      </Button>
    </div>
  )
}
