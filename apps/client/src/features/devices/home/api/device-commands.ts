import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { pathOf } from '@yunji/contract/pages'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { client } from '../../../../shared/platform/app/client'
import { savePicture } from '../../../../shared/platform/files/save-file'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { backup, clean, deepClean, reboot } from '../../../../shared/ui/icon/device.ts'
import { type HomeDevice, type Target, targetOf } from './home-device.ts'
import { sendCommand } from './send-command.ts'

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

/** Irreversible: two confirmations. */
export const confirmDeepClean = async (target: Target): Promise<void> => {
  const isWanted = await confirm({
    icon: deepClean,
    title: '深度清理这台设备？',
    body: `应用和数据会全部清除且无法恢复，建议先备份${target.name}。`,
    cancelText: '取消',
    confirmText: '确认清理',
    isDanger: true,
    safer: { icon: backup, text: '先去备份', onTap: () => void openPage(pathOf('Space/DataCenter')) },
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
