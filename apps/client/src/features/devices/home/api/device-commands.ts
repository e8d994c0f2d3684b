import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { startDevice, stopDevice } from '@yunji/contract/devices/rental/calls'
import { pathOf } from '@yunji/contract/pages'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { requestData } from '../../../../shared/api/query.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { backupsPath, newBackupPath } from '../../../../shared/navigation/backup-paths.ts'
import { rechargePath } from '../../../../shared/navigation/page-paths.ts'
import { client } from '../../../../shared/platform/app/client'
import { savePicture } from '../../../../shared/platform/files/save-file'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { backup, clean, deepClean, power, reboot } from '../../../../shared/ui/icon/device.ts'
import { bean } from '../../../../shared/ui/icon/icons.ts'
import { type HomeDevice, type Target, targetOf } from './home-device.ts'
import { patchByResults } from './patch-devices.ts'
import { sendCommand } from './send-command.ts'
import { sendInBatches, showOutcome } from './send-in-batches.ts'

/** Device commands; those that interrupt or remove something ask for confirmation first. */
export const confirmReboot = async (target: Target): Promise<void> => {
  const isSure = await confirm({
    icon: reboot,
    title: '重启设备？',
    body: `${target.name}正在运行的应用会关闭，大约需要半分钟。`,
    cancelText: '取消',
    confirmText: '重启',
  })
  if (isSure) await sendCommand(target, { command: DeviceCommand.reboot }, '正在重启')
}

export const cleanMemory = async (target: Target): Promise<void> => {
  await sendCommand(target, { command: DeviceCommand.cleanMemory }, '内存已清理')
}

export const confirmClean = async (target: Target): Promise<void> => {
  const isSure = await confirm({
    icon: clean,
    title: '清理缓存？',
    body: `${target.name}各应用的缓存会清除，应用、文件和登录状态都会保留。`,
    cancelText: '取消',
    confirmText: '清理',
  })
  if (isSure) await sendCommand(target, { command: DeviceCommand.clean }, '正在清理')
}

/** One device is chosen in the data centre; several are backed up together. */
const backupPathOf = ({ ids }: Target): string => {
  const [first] = ids
  if (first === undefined) return pathOf('Space/DataCenter')
  return ids.length > 1 ? newBackupPath(ids) : backupsPath(first)
}

/** Irreversible: two confirmations. */
export const confirmDeepClean = async (target: Target): Promise<void> => {
  const isWanted = await confirm({
    icon: deepClean,
    title: '深度清理这台设备？',
    body: `应用和数据会全部清除且无法恢复，建议先备份${target.name}。`,
    cancelText: '取消',
    confirmText: '确认清理',
    isDanger: true,
    safer: { icon: backup, text: '先去备份', onTap: () => void openPage(backupPathOf(target)) },
  })
  if (!isWanted) return
  const isSure = await confirm({
    icon: deepClean,
    title: '再次确认',
    body: `${target.name}会恢复出厂状态，没有备份的内容将永久丢失。`,
    cancelText: '取消',
    confirmText: '全部清除',
    isDanger: true,
  })
  if (isSure) await sendCommand(target, { command: DeviceCommand.deepClean }, '正在深度清理')
}

export const takeScreenshot = async (device: HomeDevice): Promise<void> => {
  const [result] = await sendCommand(targetOf([device]), { command: DeviceCommand.cover }, '已截图')
  if (!result) return
  const isSaved = await savePicture(client.apiBase + result.cover, `${device.name}.jpg`)
  if (!isSaved) showToast('截图未能保存，请允许访问相册', 'error')
}

const switchPower =
  (call: typeof startDevice | typeof stopDevice) =>
  async (deviceIds: readonly number[]): Promise<readonly CommandResult[]> => {
    const { results } = await requestData(call, { deviceIds: [...deviceIds] })
    patchByResults(results)
    return results
  }

/** Not enough beans: offers a recharge. */
const offerBeans = async (text: string): Promise<void> => {
  const body = `${text}：云豆不够支付一小时，充值后再开机`
  const isGoing = await confirm({ icon: bean, title: '云豆不足', body, cancelText: '取消', confirmText: '去充值' })
  if (isGoing) await openPage(rechargePath('beans'))
}

/** Returns whether the phone runs now; says why not. */
export const start = async ({ deviceId, isMetered }: HomeDevice): Promise<boolean> => {
  const [result] = await switchPower(startDevice)([deviceId])
  if (result?.code === ErrorCode.OK) return true
  if (isMetered && result?.code === ErrorCode.START_UP_STANDARD_NOT_MET) void offerBeans(result.msg)
  else showToast(result?.msg ?? '没有这台设备', 'error')
  return false
}

export const startPhone = async (device: HomeDevice): Promise<void> => {
  if (await start(device)) showToast('正在开机', 'success')
}

const HOUR_FIRST = '按小时计费，开机时先支付一小时的云豆。'

/** For a tap on the picture of a stopped phone: it may be a mistake, and an hour costs beans. */
export const confirmStart = async (device: HomeDevice): Promise<boolean> => {
  const isSure = await confirm({
    icon: power,
    title: `「${device.name}」已关机`,
    body: `开机后进入云手机。${device.isMetered ? HOUR_FIRST : ''}`,
    cancelText: '取消',
    confirmText: '开机',
  })
  return isSure && start(device)
}

const STOP_METERED = '已付的一小时用完后不再扣云豆；设备和数据保留 7 天，逾期未开机将释放。'
const STOP_PREPAID = '关机期间时间照常计算。'

const confirmToStop = (name: string, note: string): Promise<boolean> =>
  confirm({
    icon: power,
    title: '关闭设备？',
    body: `${name}正在运行的应用会关闭。${note}`,
    cancelText: '取消',
    confirmText: '关机',
  })

export const confirmStop = async (device: HomeDevice): Promise<void> => {
  const { ids, name } = targetOf([device])
  if (!(await confirmToStop(name, device.isMetered ? STOP_METERED : STOP_PREPAID))) return
  showOutcome(await sendInBatches(ids, switchPower(stopDevice)), '正在关机')
}

export const confirmStopAll = async ({ ids, name }: Target): Promise<void> => {
  if (!(await confirmToStop(name, `${STOP_PREPAID}按小时计费的设备，${STOP_METERED}`))) return
  showOutcome(await sendInBatches(ids, switchPower(stopDevice)), '正在关机')
}

export const confirmStartAll = async ({ ids, name }: Target): Promise<void> => {
  const isSure = await confirm({
    icon: power,
    title: '开机？',
    body: `${name}将会开机；已在运行的不受影响。按小时计费的设备先支付一小时的云豆。`,
    cancelText: '取消',
    confirmText: '开机',
  })
  if (isSure) showOutcome(await sendInBatches(ids, switchPower(startDevice)), '正在开机')
}
