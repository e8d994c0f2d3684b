import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { type TaskKind, taskKindLabels } from '@yunji/contract/devices/task/rules'
import { formatCount } from '@yunji/contract/display/text'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import { formatDevices, formatDuration, formatPaid, formatTime, linkTo, type Templates } from './format.ts'

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
const nextStep = (kind: TaskKind): string =>
  RETRIED.has(kind) ? '可以在任务中心重试。' : '稍后可以再试一次，或联系客服。'

const KEPT = formatDuration(deviceDeadlineMs.expired)

interface Device {
  readonly deviceId: number
  readonly deviceName: string
}
interface Devices extends Device {
  readonly others?: readonly Device[] | undefined
  /** Counts also those that `others` does not name. */
  readonly deviceCount?: number | undefined
}

/** `星海远征 06 ` or `星海远征 06 等 3 台设备`. */
const countOf = ({ others = [], deviceCount = others.length + 1 }: Devices): number => deviceCount
const nameOf = (devices: Devices): string => formatDevices(devices.deviceName, countOf(devices))
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

const keptUntil = (expiresAt: number): string => formatTime(expiresAt + deviceDeadlineMs.expired)
const expired = (devices: EndedDevices) => ({
  title: '设备已到期',
  content: `${nameOf(devices)}已到期，系统保留 ${KEPT}，至 ${keptUntil(devices.expiresAt)}，请及时续费。`,
  summary: `${nameOf(devices)}已到期，保留 ${KEPT}`,
  ...renew(devices),
})
const ranOut = (devices: EndedDevices) => ({
  title: '云豆不足，设备已关机',
  content: `${nameOf(devices)}的云豆不足以支付下一小时，已关机并保留 ${KEPT}，至 ${keptUntil(devices.expiresAt)}。充值云豆后可以重新开机。`,
  summary: `${nameOf(devices)}云豆不足，已关机，保留 ${KEPT}`,
  link: linkTo('user/recharge'),
  linkText: '充值云豆',
  ...about(devices),
})
const readyOne = ({ deviceId, deviceName }: Device) => ({
  title: '云手机已就绪',
  content: `${deviceName} 已创建完成，可以使用了。`,
  summary: `${deviceName} 已创建完成，可以使用了`,
  link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
  linkText: '立即使用',
  deviceId,
})
const readySeveral = (devices: Devices, count: number) => ({
  title: `${formatCount(count)} 台云手机已就绪`,
  content: `${nameOf(devices)}已创建完成，可以使用了。`,
  summary: `${formatCount(count)} 台云手机已创建完成，可以使用了`,
  link: linkTo('Home/index'),
  linkText: '查看云手机',
  ...about(devices),
})
const debuggingOff = (deviceName: string) => ({
  title: '云手机无法连接',
  content: `${deviceName} 拒绝连接，很可能是「USB 调试」被关闭了。打开方法：在手机的「设置 - 系统 - 开发者选项」里打开「USB 调试」，有提示时选择「允许」。手机不在身边请联系客服，由客服打开。手机和数据原样保留，不会自动更换；打开后会自动恢复连接。`,
  summary: `${deviceName} 无法连接，可能关闭了「USB 调试」`,
})
const debuggingRestored = (deviceName: string) => ({
  title: '已重新打开 USB 调试',
  content: `${deviceName} 的「USB 调试」被关闭，无法连接。系统已重新打开，稍后即可使用。请不要在手机设置里关闭它。`,
  summary: `${deviceName} 的「USB 调试」被关闭，已重新打开`,
})
const task = (taskId: number) => ({ link: linkTo('Task/index', { taskId }), linkText: '查看任务' })

interface TransferEnd {
  readonly side: 'sender' | 'receiver'
  readonly outcome: 'accepted' | 'rejected' | 'cancelled' | 'expired'
  readonly peer: string
  readonly devices: string
}

const transferEnd = ({ side, outcome, peer, devices }: TransferEnd): readonly [title: string, content: string] => {
  if (outcome === 'accepted') return ['设备已被接收', `${peer} 接收了${devices}，设备已转移给对方。`]
  if (outcome === 'rejected') return ['设备转移被拒绝', `${peer} 拒绝接收${devices}，设备仍归你使用。`]
  if (outcome === 'cancelled') return ['设备转移已取消', `${peer} 取消了向你转移的${devices}。`]
  return side === 'sender'
    ? ['设备转移已过期', `${peer} 没有在 24 小时内接收${devices}，设备仍归你使用。`]
    : ['设备转移已过期', `${peer} 向你转移的${devices}超过 24 小时未接收，已退回对方。`]
}

export const deviceTemplates: Templates<DeviceEvents> = {
  deviceExpiring: ({ expiresAt, remainingMs, ...devices }) => ({
    title: '设备即将到期',
    content: `${nameOf(devices)}将于 ${formatTime(expiresAt)} 到期。到期后保留 ${KEPT}，逾期将清除数据。`,
    summary: `${nameOf(devices)}将在 ${formatDuration(remainingMs)}后到期`,
    ...renew(devices),
  }),
  deviceExpired: ({ isMetered, ...payload }) => (isMetered ? ranOut(payload) : expired(payload)),
  meteredStopped: ({ deviceId, deviceName, releasesAt }) => ({
    title: '设备已停止计费',
    content: `${deviceName} 已关机，不再扣云豆。设备和数据保留至 ${formatTime(releasesAt)}，逾期未开机将释放并清除数据。`,
    summary: `${deviceName} 已关机，保留 7 天`,
    link: linkTo('Home/index'),
    linkText: '查看设备',
    deviceId,
  }),
  meteredReleaseSoon: ({ deviceId, deviceName, releasesAt }) => ({
    title: '设备即将释放',
    content: `${deviceName} 关机已久，将于 ${formatTime(releasesAt)} 释放并清除数据。开机即可保留。`,
    summary: `${deviceName} 将在 1 天后释放`,
    link: linkTo('Home/index'),
    linkText: '查看设备',
    deviceId,
  }),
  autoRenewed: ({ deviceId, deviceName, expiresAt, ...paid }) => ({
    title: '自动续费成功',
    content: `${deviceName} 已自动续费 ${formatPaid(paid)}，可使用至 ${formatTime(expiresAt)}。`,
    summary: `${deviceName} 已自动续费`,
    link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
    linkText: '打开设备',
    deviceId,
  }),
  autoRenewFailed: ({ deviceId, deviceName, expiresAt, reason }) => ({
    title: '自动续费未成功',
    content: `${deviceName} 未能自动续费：${reason}。设备将于 ${formatTime(expiresAt)} 到期，请手动续费。`,
    summary: `${deviceName} 未能自动续费`,
    ...renew({ deviceId, deviceName }),
  }),
  transferWaiting: ({ fromName, deviceCount, expiresAt }) => ({
    title: '有设备等你接收',
    content: `${fromName} 向你转移了 ${formatCount(deviceCount)} 台设备，请在 ${formatTime(expiresAt)} 前接收，逾期将退回。`,
    summary: `${fromName} 向你转移了 ${formatCount(deviceCount)} 台设备`,
    link: linkTo('Device/transfer', { view: 'received' }),
    linkText: '去接收',
  }),
  transferEnded: ({ deviceName, deviceCount, ...end }) => {
    const devices = deviceCount > 1 ? ` ${formatDevices(deviceName, deviceCount)}` : ` ${deviceName}`
    const [title, content] = transferEnd({ ...end, devices })
    const link = linkTo('Device/transfer', { view: 'records' })
    return { title, content, summary: content.replace(/。$/, ''), link, linkText: '查看记录' }
  },
  grantWaiting: ({ fromName, deviceCount, expiresAt }) => ({
    title: '有设备授权给你',
    content: `${fromName} 授权你使用 ${formatCount(deviceCount)} 台设备，可以用到 ${formatTime(expiresAt)}，在首页打开即可。`,
    summary: `${fromName} 授权你使用 ${formatCount(deviceCount)} 台设备`,
    link: linkTo('Device/empower', { view: 'received' }),
    linkText: '去查看',
  }),
  deviceReady: (devices) => (countOf(devices) > 1 ? readySeveral(devices, countOf(devices)) : readyOne(devices)),
  supportViewAsked: ({ deviceId, deviceName, reason, minutes }) => ({
    title: '客服请求查看设备画面',
    content: `客服请求查看 ${deviceName} 的画面 ${minutes} 分钟，原因：${reason}。只能看，不能操作；同意之前看不到任何内容，同意后随时可以结束，到时自动结束。30 分钟内没有答复则请求作废。`,
    summary: `客服请求查看 ${deviceName} 的画面，需要你同意`,
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
    title: `${taskKindLabels[kind]}已完成`,
    content: `${formatDevices(deviceName, deviceCount)}的「${taskKindLabels[kind]}」已完成。`,
    summary: `${formatDevices(deviceName, deviceCount)}${taskKindLabels[kind]}已完成`,
    ...task(taskId),
    deviceId,
  }),
  taskFailed: ({ taskId, kind, deviceName, deviceCount, failedCount, reason, deviceId }) => ({
    title: `${taskKindLabels[kind]}未完成`,
    content:
      deviceCount > 1
        ? `${formatDevices(deviceName, deviceCount)}的「${taskKindLabels[kind]}」有 ${formatCount(failedCount)} 台未完成：${reason}。${nextStep(kind)}`
        : `${deviceName} 的「${taskKindLabels[kind]}」未完成：${reason}。${nextStep(kind)}`,
    summary: `${formatDevices(deviceName, deviceCount)}${taskKindLabels[kind]}未完成`,
    ...task(taskId),
    deviceId,
  }),
}
