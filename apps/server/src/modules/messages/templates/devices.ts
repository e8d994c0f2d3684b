import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { type TaskKind, taskKindLabels } from '@yunji/contract/devices/task/rules'
import { formatCount } from '@yunji/contract/display/text'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import {
  formatDevices,
  formatDuration,
  formatPaid,
  formatTime,
  linkTo,
  say,
  type Templates,
  type Wording,
} from './format.ts'

type DeviceEvents =
  | 'deviceExpiring'
  | 'deviceExpired'
  | 'meteredStopped'
  | 'meteredReleaseSoon'
  | 'autoRenewed'
  | 'autoRenewFailed'
  | 'transferWaiting'
  | 'transferEnded'
  | 'grantWaiting'
  | 'deviceReady'
  | 'supportViewAsked'
  | 'debuggingOff'
  | 'taskEnded'
  | 'taskFailed'

/** Kinds that the task centre retries; the others are begun again on their own page. */
const RETRIED: ReadonlySet<TaskKind> = new Set(['create', 'reboot', 'clean', 'deepClean', 'replace'])
const nextStep = (kind: TaskKind) =>
  ['下一步', RETRIED.has(kind) ? '可以在任务中心重试。' : '稍后可以再试一次，或联系客服。'] as const
const work = (kind: TaskKind) => ['操作', taskKindLabels[kind]] as const

const KEPT = ['保留时长', formatDuration(deviceDeadlineMs.expired)] as const

interface Device {
  readonly deviceId: number
  readonly deviceName: string
}
interface Devices extends Device {
  readonly others?: readonly Device[] | undefined
  /** Counts also those that `others` does not name. */
  readonly deviceCount?: number | undefined
}

const countOf = ({ others = [], deviceCount = others.length + 1 }: Devices): number => deviceCount
const named = (deviceName: string) => ['设备', deviceName] as const
/** `星海远征 06 ` or `星海远征 06 等 3 台设备`. */
const severalOf = (deviceName: string, count: number) => named(formatDevices(deviceName, count))
const nameOf = (devices: Devices) => severalOf(devices.deviceName, countOf(devices))
const until = (atMs: number) => ['到期时间', formatTime(atMs)] as const
const about = ({ deviceId, others = [] }: Devices) => ({
  deviceId,
  otherDeviceIds: others.slice(0, MESSAGE_DEVICES - 1).map((other) => other.deviceId),
})

const LONGEST_IDS = 460

/** The renewal page selects the devices of its link. Ids too long for one are left out: it then selects what ends soon. */
const renew = (devices: Devices) => {
  const { deviceId, otherDeviceIds } = about(devices)
  const ids = [deviceId, ...otherDeviceIds].join(',')
  const several = ids.length <= LONGEST_IDS ? `${linkTo('Renew/index')}?deviceIds=${ids}` : linkTo('Renew/index')
  const link = otherDeviceIds.length > 0 ? several : linkTo('Renew/index', { deviceId })
  return { link, linkText: '立即续费', deviceId, otherDeviceIds }
}

type EndedDevices = Devices & { readonly expiresAt: number }

const keptUntil = (expiresAt: number) => ['保留至', formatTime(expiresAt + deviceDeadlineMs.expired)] as const
const expired = (devices: EndedDevices) => ({
  title: '设备已到期',
  content: say`${nameOf(devices)}已到期，系统保留 ${KEPT}，至 ${keptUntil(devices.expiresAt)}，请及时续费。`,
  summary: say`${nameOf(devices)}已到期，保留 ${KEPT}`,
  ...renew(devices),
})
const ranOut = (devices: EndedDevices) => ({
  variant: 'beans',
  title: '云豆不足，设备已关机',
  content: say`${nameOf(devices)}的云豆不足以支付下一小时，已关机并保留 ${KEPT}，至 ${keptUntil(devices.expiresAt)}。充值云豆后可以重新开机。`,
  summary: say`${nameOf(devices)}云豆不足，已关机，保留 ${KEPT}`,
  link: linkTo('user/recharge'),
  linkText: '充值云豆',
  ...about(devices),
})
const readyOne = ({ deviceId, deviceName }: Device) => ({
  title: '云手机已就绪',
  content: say`${named(deviceName)} 已创建完成，可以使用了。`,
  summary: say`${named(deviceName)} 已创建完成，可以使用了`,
  link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
  linkText: '立即使用',
  deviceId,
})
const readySeveral = (devices: Devices, count: number) => ({
  variant: 'several',
  title: say`${['台数', formatCount(count)]} 台云手机已就绪`,
  content: say`${nameOf(devices)}已创建完成，可以使用了。`,
  summary: say`${['台数', formatCount(count)]} 台云手机已创建完成，可以使用了`,
  link: linkTo('Home/index'),
  linkText: '查看云手机',
  ...about(devices),
})
const debuggingOff = (deviceName: string) => ({
  title: '云手机无法连接',
  content: say`${named(deviceName)} 拒绝连接，很可能是「USB 调试」被关闭了。打开方法：在手机的「设置 - 系统 - 开发者选项」里打开「USB 调试」，有提示时选择「允许」。手机不在身边请联系客服，由客服打开。手机和数据原样保留，不会自动更换；打开后会自动恢复连接。`,
  summary: say`${named(deviceName)} 无法连接，可能关闭了「USB 调试」`,
})
const debuggingRestored = (deviceName: string) => ({
  variant: 'restored',
  title: '已重新打开 USB 调试',
  content: say`${named(deviceName)} 的「USB 调试」被关闭，无法连接。系统已重新打开，稍后即可使用。请不要在手机设置里关闭它。`,
  summary: say`${named(deviceName)} 的「USB 调试」被关闭，已重新打开`,
})
const task = (taskId: number) => ({ link: linkTo('Task/index', { taskId }), linkText: '查看任务' })

interface TransferEnd {
  readonly side: 'sender' | 'receiver'
  readonly outcome: 'accepted' | 'rejected' | 'cancelled' | 'expired'
  readonly peer: string
  readonly devices: string
}

const transferEnd = (end: TransferEnd): { readonly title: string; readonly summary: Wording } => {
  const peer = ['对方', end.peer] as const
  const devices = ['设备', end.devices] as const
  switch (end.outcome) {
    case 'accepted':
      return { title: '设备已被接收', summary: say`${peer} 接收了${devices}，设备已转移给对方` }
    case 'rejected':
      return { title: '设备转移被拒绝', summary: say`${peer} 拒绝接收${devices}，设备仍归你使用` }
    case 'cancelled':
      return { title: '设备转移已取消', summary: say`${peer} 取消了向你转移的${devices}` }
    case 'expired':
      return {
        title: '设备转移已过期',
        summary:
          end.side === 'sender'
            ? say`${peer} 没有在 24 小时内接收${devices}，设备仍归你使用`
            : say`${peer} 向你转移的${devices}超过 24 小时未接收，已退回对方`,
      }
  }
}

export const deviceTemplates: Templates<DeviceEvents> = {
  deviceExpiring: ({ expiresAt, remainingMs, ...devices }) => ({
    title: '设备即将到期',
    content: say`${nameOf(devices)}将于 ${until(expiresAt)} 到期。到期后保留 ${KEPT}，逾期将清除数据。`,
    summary: say`${nameOf(devices)}将在 ${['剩余时间', formatDuration(remainingMs)]}后到期`,
    ...renew(devices),
  }),
  deviceExpired: ({ isMetered, ...payload }) => (isMetered ? ranOut(payload) : expired(payload)),
  meteredStopped: ({ deviceId, deviceName, releasesAt }) => ({
    title: '设备已停止计费',
    content: say`${named(deviceName)} 已关机，不再扣云豆。设备和数据保留至 ${['释放时间', formatTime(releasesAt)]}，逾期未开机将释放并清除数据。`,
    summary: say`${named(deviceName)} 已关机，保留 7 天`,
    link: linkTo('Home/index'),
    linkText: '查看设备',
    deviceId,
  }),
  meteredReleaseSoon: ({ deviceId, deviceName, releasesAt }) => ({
    title: '设备即将释放',
    content: say`${named(deviceName)} 关机已久，将于 ${['释放时间', formatTime(releasesAt)]} 释放并清除数据。开机即可保留。`,
    summary: say`${named(deviceName)} 将在 1 天后释放`,
    link: linkTo('Home/index'),
    linkText: '查看设备',
    deviceId,
  }),
  autoRenewed: ({ deviceId, deviceName, expiresAt, ...paid }) => ({
    title: '自动续费成功',
    content: say`${named(deviceName)} 已自动续费 ${['金额', formatPaid(paid)]}，可使用至 ${until(expiresAt)}。`,
    summary: say`${named(deviceName)} 已自动续费`,
    link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
    linkText: '打开设备',
    deviceId,
  }),
  autoRenewFailed: ({ deviceId, deviceName, expiresAt, reason }) => ({
    title: '自动续费未成功',
    content: say`${named(deviceName)} 未能自动续费：${['原因', reason]}。设备将于 ${until(expiresAt)} 到期，请手动续费。`,
    summary: say`${named(deviceName)} 未能自动续费`,
    ...renew({ deviceId, deviceName }),
  }),
  transferWaiting: ({ fromName, deviceCount, expiresAt }) => ({
    title: '有设备等你接收',
    content: say`${['对方', fromName]} 向你转移了 ${['台数', formatCount(deviceCount)]} 台设备，请在 ${until(expiresAt)} 前接收，逾期将退回。`,
    summary: say`${['对方', fromName]} 向你转移了 ${['台数', formatCount(deviceCount)]} 台设备`,
    link: linkTo('Device/transfer', { view: 'received' }),
    linkText: '去接收',
  }),
  transferEnded: ({ deviceName, deviceCount, ...end }) => {
    const devices = deviceCount > 1 ? ` ${formatDevices(deviceName, deviceCount)}` : ` ${deviceName}`
    const { title, summary } = transferEnd({ ...end, devices })
    return {
      variant: end.outcome === 'expired' ? `${end.outcome}.${end.side}` : end.outcome,
      title,
      content: { ...summary, pattern: `${summary.pattern}。` },
      summary,
      link: linkTo('Device/transfer', { view: 'records' }),
      linkText: '查看记录',
    }
  },
  grantWaiting: ({ fromName, deviceCount, expiresAt }) => ({
    title: '有设备授权给你',
    content: say`${['对方', fromName]} 授权你使用 ${['台数', formatCount(deviceCount)]} 台设备，可以用到 ${until(expiresAt)}，在首页打开即可。`,
    summary: say`${['对方', fromName]} 授权你使用 ${['台数', formatCount(deviceCount)]} 台设备`,
    link: linkTo('Device/empower', { view: 'received' }),
    linkText: '去查看',
  }),
  deviceReady: (devices) => (countOf(devices) > 1 ? readySeveral(devices, countOf(devices)) : readyOne(devices)),
  supportViewAsked: ({ deviceId, deviceName, reason, minutes }) => ({
    title: '客服请求查看设备画面',
    content: say`客服请求查看 ${named(deviceName)} 的画面 ${['分钟', String(minutes)]} 分钟，原因：${['原因', reason]}。只能看，不能操作；同意之前看不到任何内容，同意后随时可以结束，到时自动结束。30 分钟内没有答复则请求作废。`,
    summary: say`客服请求查看 ${named(deviceName)} 的画面，需要你同意`,
    link: linkTo('Device/empower'),
    linkText: '去答复',
    deviceId,
  }),
  debuggingOff: ({ deviceId, deviceName, isRestored }) => ({
    ...(isRestored ? debuggingRestored(deviceName) : debuggingOff(deviceName)),
    link: linkTo('Home/index'),
    linkText: '查看设备',
    deviceId,
  }),
  taskEnded: ({ taskId, kind, deviceName, deviceCount, deviceId }) => ({
    title: say`${work(kind)}已完成`,
    content: say`${severalOf(deviceName, deviceCount)}的「${work(kind)}」已完成。`,
    summary: say`${severalOf(deviceName, deviceCount)}${work(kind)}已完成`,
    ...task(taskId),
    deviceId,
  }),
  taskFailed: ({ taskId, kind, deviceName, deviceCount, failedCount, reason, deviceId }) => ({
    variant: deviceCount > 1 ? 'several' : undefined,
    title: say`${work(kind)}未完成`,
    content:
      deviceCount > 1
        ? say`${severalOf(deviceName, deviceCount)}的「${work(kind)}」有 ${['未完成', formatCount(failedCount)]} 台未完成：${['原因', reason]}。${nextStep(kind)}`
        : say`${severalOf(deviceName, deviceCount)}的「${work(kind)}」未完成：${['原因', reason]}。${nextStep(kind)}`,
    summary: say`${severalOf(deviceName, deviceCount)}${work(kind)}未完成`,
    ...task(taskId),
    deviceId,
  }),
}
