import type { DeviceButton, SupplierType } from '@yunji/contract/devices/device/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import type { CoverAddresses } from '../covers/index.ts'
import { workingButtons } from './buttons.ts'
import type { VisibleDevice } from './store.ts'

export const toDeviceRecord = (
  { device, zoneName, groupId, groupName, right, isAutoRenewed, tags }: VisibleDevice,
  covers: CoverAddresses,
  userId: number,
  now: Date,
  isFixed: boolean,
): DeviceRecord => ({
  deviceId: device.id,
  name: device.name,
  state: device.state,
  groupId,
  groupName,
  goodsLevel: device.goodsLevel as DeviceRecord['goodsLevel'],
  version: device.version,
  zoneName,
  supplierType: device.supplierType as SupplierType,
  expiresAt: device.expiresAt.getTime(),
  remainingMs: Math.max(0, device.expiresAt.getTime() - now.getTime()),
  keptUntil: device.state === 'expired' ? (device.stateDeadline?.getTime() ?? null) : null,
  isMetered: device.isMetered,
  isTrial: device.isTrial,
  isAutoRenewed,
  buttons: right === 'owner' ? (workingButtons(device, isFixed) as DeviceButton[]) : [],
  cover: covers.addressOf(userId, device.id),
  right,
  note: right === 'owner' ? device.note : '',
  tags: right === 'owner' ? tags : [],
})
