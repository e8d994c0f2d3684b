import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { deleteDevice, getReturnTerms, returnDevice } from '@yunji/contract/devices/rental/calls'
import { RETURN_RULE_TEXT, returnRefusalTexts } from '@yunji/contract/devices/rental/rules'
import type { ReturnTerms } from '@yunji/contract/devices/rental/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { requestData } from '../../../../shared/api/query.ts'
import { noteDeviceChanges } from '../../../../shared/devices/device-changes.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { backupsPath } from '../../../../shared/navigation/backup-paths.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { trash } from '../../../../shared/ui/icon/controls.ts'
import { backup, giveBack } from '../../../../shared/ui/icon/device.ts'
import type { HomeDevice } from './home-device.ts'

/** Shows the result of a single device. */
const showResult = ([result]: readonly CommandResult[], done: string): void => {
  if (result?.code === ErrorCode.OK) showToast(done, 'success')
  else showToast(result?.msg ?? '没有这台设备', 'error')
}

/** Irreversible: two confirmations. */
export const confirmDelete = async ({ deviceId, name, isMetered }: HomeDevice): Promise<void> => {
  const isWanted = await confirm({
    icon: trash,
    title: '删除这台设备？',
    body: `「${name}」的应用和数据会全部清除且无法恢复。${isMetered ? '' : '剩余的时间不退款。'}`,
    cancelText: '取消',
    confirmText: '删除',
    isDanger: true,
    safer: { icon: backup, text: '先去备份', onTap: () => void openPage(backupsPath(deviceId)) },
  })
  if (!isWanted) return
  const isSure = await confirm({
    icon: trash,
    title: '再次确认',
    body: `删除后「${name}」将永久消失，没有备份的内容无法找回。`,
    cancelText: '取消',
    confirmText: '永久删除',
    isDanger: true,
  })
  if (!isSure) return
  showResult((await requestData(deleteDevice, { deviceIds: [deviceId] })).results, '设备已删除')
  noteDeviceChanges()
}

const backTo = ({ amountCents, parts }: ReturnTerms): string => {
  const ways = [...new Set(parts.map(({ payMethod }) => payMethodLabels[payMethod]))].join('、')
  return `¥${formatYuan(amountCents)} 将退回${ways}。`
}

export const confirmReturn = async ({ deviceId, name }: HomeDevice): Promise<void> => {
  const terms = await requestData(getReturnTerms, { deviceId: String(deviceId) })
  if (terms.refusal) {
    await confirm({
      title: '不能提前退还',
      body: `${returnRefusalTexts[terms.refusal]}。${RETURN_RULE_TEXT}`,
      confirmText: '知道了',
    })
    return
  }
  const isSure = await confirm({
    icon: giveBack,
    title: '提前退还设备？',
    body: `「${name}」和其中的数据会立即清除，${backTo(terms)}`,
    cancelText: '取消',
    confirmText: '确认退还',
    isDanger: true,
    safer: { icon: backup, text: '先去备份', onTap: () => void openPage(backupsPath(deviceId)) },
  })
  if (!isSure) return
  await requestData(returnDevice, { deviceId })
  showToast('设备已退还，款项原路退回', 'success')
  noteDeviceChanges()
}
