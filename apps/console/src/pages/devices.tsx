import { Link } from '@tanstack/react-router'
import { GoodsLevel, goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import { causeLabels, faultLabels } from '@yunji/contract/devices/availability/rules'
import { deviceStates, SupplierType } from '@yunji/contract/devices/device/enums'
import { KEPT_DAYS } from '@yunji/contract/devices/move/rules'
import { taskKindLabels, taskStateLabels } from '@yunji/contract/devices/task/rules'
import { replaceFaultyDevices } from '@yunji/contract/operator/calls'
import {
  getDevice,
  rebootDevices,
  replaceWorkingDevices,
  searchDevices,
  stopDevices,
} from '@yunji/contract/operator/device-calls'
import { deviceStateLabels, supplierLabels } from '@yunji/contract/operator/labels'
import type { DeviceRecord } from '@yunji/contract/operator/records'
import type { CallData } from '@yunji/contract/wire/call'
import { lazy, Suspense } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Async, Card, Facts, Skeleton, Tag } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { DeviceStateBadge, time } from './labels.tsx'
import { useZoneFilter } from './list-filters.tsx'

type Device = CallData<typeof getDevice>

/** Loaded with the first opened device: it brings the player. */
const SupportViewCard = lazy(() => import('./support-view.tsx'))

const REFETCH_MS = 10_000

const supplierName = (supplier: number): string => supplierLabels[supplier as SupplierType] ?? `#${supplier}`

const suppliers = Object.values(SupplierType)
  .filter((supplier) => supplier !== SupplierType.any)
  .map((supplier) => [String(supplier), supplierLabels[supplier]] as const)

const levelName = (level: number): string =>
  Object.values(GoodsLevel).includes(level as GoodsLevel) ? goodsLevelLabels[level as GoodsLevel] : `#${level}`

/** Empty without the right to users. */
const ownerOf = ({ ownerId, maskedPhone }: Pick<DeviceRecord, 'ownerId' | 'maskedPhone'>): string =>
  maskedPhone || (ownerId === null ? '--' : `#${ownerId}`)

const columns: readonly Column<DeviceRecord>[] = [
  { id: 'deviceId', title: '编号', cell: ({ deviceId }) => `#${deviceId}` },
  { id: 'name', title: '名称', cell: ({ name }) => name },
  { id: 'owner', title: '用户', cell: ownerOf },
  { id: 'zoneName', title: '机房', cell: ({ zoneName }) => zoneName, sortBy: ({ zoneName }) => zoneName },
  { id: 'state', title: '状态', cell: ({ state }) => <DeviceStateBadge of={state} />, sortBy: ({ state }) => state },
  { id: 'goodsLevel', title: '档次', cell: ({ goodsLevel }) => levelName(goodsLevel) },
  {
    id: 'tags',
    title: '计费',
    cell: ({ isTrial, isMetered, isRefusing }) => (
      <span className={styles.tags}>
        <Tag tone={isTrial ? 'back' : 'off'}>{isTrial ? '试用' : isMetered ? '按时' : '包时'}</Tag>
        {isRefusing && <Tag tone="dead">拒绝 ADB</Tag>}
      </span>
    ),
  },
  {
    id: 'expiresAt',
    title: '到期',
    cell: ({ expiresAt, isMetered }) => (isMetered ? '--' : time(expiresAt)),
    sortBy: ({ expiresAt }) => expiresAt,
  },
  { id: 'supplierType', title: '供应商', cell: (row) => supplierName(row.supplierType), isExtra: true },
  { id: 'version', title: '系统', cell: ({ version }) => version, isExtra: true },
  { id: 'createdAt', title: '建立', cell: ({ createdAt }) => time(createdAt), isExtra: true },
]

export default function DevicesPage() {
  const zoneFilter = useZoneFilter()
  return (
    <ListPage
      id="devices"
      call={searchDevices}
      paging="keyset"
      actions={<ExportButton list="devices" />}
      columns={columns}
      rowId={({ deviceId }) => String(deviceId)}
      searches={[
        { name: 'text', label: '编号、名称或手机号' },
        { name: 'ownerId', label: '用户编号' },
      ]}
      filters={[
        zoneFilter,
        {
          name: 'state',
          label: '状态',
          options: deviceStates.map((state) => [state, deviceStateLabels[state]] as const),
        },
        { name: 'supplierType', label: '供应商', options: suppliers },
        {
          name: 'sort',
          label: '排序',
          any: '新的在前',
          options: [
            ['oldest', '旧的在前'],
            ['expiring', '先到期的在前'],
          ],
        },
      ]}
      days="到期"
      empty="还没有设备"
      openTitle={(id) => `设备 #${id}`}
      renderOpen={(id) => <DeviceDetail key={id} deviceId={id} />}
    />
  )
}

function DeviceDetail({ deviceId }: { readonly deviceId: string }) {
  const device = useCall(getDevice, { deviceId }, { refetchMs: REFETCH_MS })
  return <Async of={device}>{(read) => <DeviceView device={read} />}</Async>
}

function DeviceView({ device }: { readonly device: Device }) {
  const mayAct = useRight('devices.act')
  const maySeeUsers = useRight('users.read')
  const { configuration, task } = device
  const owner = ownerOf(device)
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <DeviceStateBadge key="state" of={device.state} />],
          ['自', time(device.stateSince)],
          ...(device.stateDeadline === null ? [] : [['最晚到', time(device.stateDeadline)] as const]),
          ['名称', device.name],
          [
            '用户',
            maySeeUsers ? (
              <Link key="owner" to="/users" search={{ open: String(device.ownerId) } as never}>
                {owner}
              </Link>
            ) : (
              owner
            ),
          ],
          ['机房', device.zoneName],
          ['云手机', device.phoneId],
          ['档次', levelName(device.goodsLevel)],
          ['系统', [device.version, device.imageVersion].filter(Boolean).join(' · ')],
          [
            '配置',
            configuration && `${configuration.cpuCores} 核 ${configuration.memoryGb} GB ${configuration.storageGb} GB`,
          ],
          ['到期', device.isMetered ? '按时计费' : time(device.expiresAt)],
          ['首次开机', time(device.firstStartedAt)],
          ...(device.faultySince === null ? [] : [['故障自', time(device.faultySince)] as const]),
          ...(device.refusingSince === null ? [] : [['拒绝 ADB 自', time(device.refusingSince)] as const]),
        ]}
      />
      {mayAct && <DeviceActions device={device} />}
      <Suspense fallback={<Skeleton rows={2} />}>
        <SupportViewCard deviceId={device.deviceId} />
      </Suspense>
      {task && (
        <Card title="正在进行">
          <p>
            {taskKindLabels[task.kind]}，{task.progress}%，最晚 {time(task.deadlineAt)}
          </p>
          {task.state === 'waiting' && <p className={styles.note}>还没有开始：等待执行它的进程。</p>}
          {task.reason && <p className={styles.waiting}>正在撤回：{task.reason}</p>}
        </Card>
      )}
      <Card title="同配置的余量">
        {device.places.length === 0 ? (
          <p className={styles.note}>没有机房提供这个配置，不能更换。</p>
        ) : (
          <ul className={styles.lines}>
            {device.places.map(({ zoneId, zoneName, capacity, free }) => (
              <li key={zoneId}>
                <span>
                  {zoneName}
                  {zoneId === device.zoneId && ' · 所在机房'}
                </span>
                <span>
                  余 {free} / {capacity}
                </span>
              </li>
            ))}
          </ul>
        )}
        <WhyNothingFits device={device} />
      </Card>
      {device.quarantined.length > 0 && (
        <Card title="更换下来的云手机">
          <ul className={styles.lines}>
            {device.quarantined.map(({ quarantineId, phoneId, quarantinedAt, erasesAt }) => (
              <li key={quarantineId}>
                <Link to="/quarantine" search={{ open: String(quarantineId) } as never}>
                  {phoneId}
                </Link>
                <span>
                  {time(quarantinedAt)} 更换，{time(erasesAt)} 清除
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {device.tasks.length > 0 && (
        <Card title="最近的任务">
          <ul className={styles.lines}>
            {device.tasks.map(({ taskId, kind, state, reason, createdAt }) => (
              <li key={taskId}>
                <span>
                  {taskKindLabels[kind]} {taskStateLabels[state]}
                  {reason && `：${reason}`}
                </span>
                <span>{time(createdAt)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {device.interruptions.length > 0 && (
        <Card title="中断">
          <ul className={styles.lines}>
            {device.interruptions.map(({ interruptionId, cause, fault, startedAt, endedAt }) => (
              <li key={interruptionId}>
                <span>
                  {causeLabels[cause]}，{faultLabels[fault]}
                  {endedAt === null && '，还在中断'}
                </span>
                <span>{time(startedAt)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

/** Reasons why a device that needs another phone finds none in its own zone. */
function WhyNothingFits({ device }: { readonly device: Device }) {
  const own = device.places.find(({ zoneId }) => zoneId === device.zoneId)
  const isWaiting = ['creating', 'replacing', 'faulty'].includes(device.state)
  if (!isWaiting || device.places.length === 0) return null
  if (!own) return <OtherPlaces device={device} />
  const { capacity, free, reserved = 0, rented = 0, quarantined = 0, erasing = 0, unerased = 0, away = 0 } = own
  const unusable = [
    erasing > 0 && `${erasing} 台正在清除`,
    unerased > 0 && `${unerased} 台清除不了`,
    away > 0 && `${away} 台连接不上`,
  ].filter(Boolean)
  if (free > 0) {
    // Units of phones that are being erased count as free.
    if (free > erasing + unerased) return null
    return (
      <p className={styles.waiting}>
        「{own.zoneName}」账面余 {free} 台，但现在都不能用：{unusable.join('，')}。清除完才能换上另一台。
      </p>
    )
  }
  const parts = [
    ...unusable,
    rented - quarantined > 0 && `租出 ${rented - quarantined} 台`,
    quarantined > 0 && `更换后保留 ${quarantined} 台`,
    reserved > 0 && `未付款的订单占用 ${reserved} 台`,
  ].filter(Boolean)
  return (
    <p className={styles.waiting}>
      {capacity === 0
        ? `「${own.zoneName}」里没有这个配置的云手机${unusable.length > 0 ? `可用：${unusable.join('，')}` : ''}。在「自营云手机」入库，或在「机房与库存」增加台数。`
        : `「${own.zoneName}」共 ${capacity} 台，没有空闲：${parts.join('，')}。有空闲后才能换上另一台。`}
    </p>
  )
}

/** The zone of the device has no stock of its configuration at all. */
function OtherPlaces({ device: { zoneName, places } }: { readonly device: Device }) {
  const stocked = places.filter(({ free, erasing = 0, unerased = 0 }) => free > erasing + unerased)
  const others =
    stocked.length > 0
      ? `别的机房有空闲：${stocked.map((place) => `「${place.zoneName}」余 ${place.free} 台`).join('，')}。`
      : '别的机房也没有空闲。'
  return (
    <p className={styles.waiting}>
      所在机房「{zoneName}」没有这个配置的库存，在本机房换不上另一台。{others}
      在「自营云手机」入库到「{zoneName}」，或在「机房与库存」增加它的台数。
    </p>
  )
}

function DeviceActions({ device }: { readonly device: Device }) {
  const { deviceId, name, state } = device
  const resultOf = (what: string) => ({
    onDone: ({ deviceIds }: { deviceIds: readonly number[] }) =>
      deviceIds.includes(deviceId)
        ? showToast(`已开始${what}`)
        : showToast(`现在不能${what}，设备的状态不允许`, 'error'),
  })
  const reboot = useWrite(rebootDevices, resultOf('重启'))
  const stop = useWrite(stopDevices, resultOf('关机'))
  const replaceFaulty = useWrite(replaceFaultyDevices, resultOf('更换'))
  const replaceWorking = useWrite(replaceWorkingDevices, {
    onDone: ({ deviceIds: begun }) =>
      begun.includes(deviceId)
        ? showToast('已开始更换')
        : showToast('现在不能更换：设备正忙、正在转移、有未完成的变更订单，或机房没有空闲', 'error'),
  })
  const isFaulty = state === 'faulty'
  const deviceIds = [deviceId]
  const act = async (title: string, text: string, confirmText: string, run: () => void): Promise<void> => {
    if (await confirm({ title, text, confirm: confirmText, isDestructive: true })) run()
  }
  return (
    <div className={styles.buttons}>
      <Button
        icon="refresh"
        disabled={state !== 'running'}
        isBusy={reboot.isPending}
        onClick={() =>
          void act(`重启「${name}」？`, '正在使用的人会断开，用户在任务中心看到。', '重启', () =>
            reboot.mutate({ deviceIds }),
          )
        }
      >
        重启
      </Button>
      <Button
        disabled={state !== 'running'}
        isBusy={stop.isPending}
        onClick={() =>
          void act(`关闭「${name}」？`, '正在使用的人会断开，用户可以再开机。', '关机', () =>
            stop.mutate({ deviceIds }),
          )
        }
      >
        关机
      </Button>
      <Button
        tone="danger"
        disabled={!isFaulty && state !== 'running' && state !== 'stopped'}
        isBusy={replaceFaulty.isPending || replaceWorking.isPending}
        onClick={() =>
          void act(
            `更换「${name}」的云手机？`,
            `${isFaulty ? '' : '这台设备没有故障。'}${state === 'running' ? '正在使用的人会断开。' : ''}换一台同配置的云手机，新的是空的，应用和数据不会搬过去；原来的连同数据保留 ${KEPT_DAYS} 天，期间可以在「保留的云手机」中还给设备。用户会收到消息。`,
            '更换',
            () => (isFaulty ? replaceFaulty : replaceWorking).mutate({ deviceIds }),
          )
        }
      >
        {isFaulty ? '更换故障的云手机' : '更换云手机'}
      </Button>
    </div>
  )
}
