import { type OwnerAction, ownerActionsOf } from '@yunji/contract/devices/rental/rules'
import type { HomeDevice } from './home-device.ts'

/** Actions of an owner on the rental of a device. */
export type RentalAction = Exclude<OwnerAction, 'renew'> | 'return' | 'monthly'

export interface RentalOffer {
  readonly action: RentalAction
  readonly label: string
  /** Reason why not now; absent when possible. */
  readonly reason?: string
}

type DeviceCondition = Pick<HomeDevice, 'state' | 'right' | 'isMetered'> & Partial<Pick<HomeDevice, 'isTrial'>>

/** Start or stop, whichever the state allows. */
const switchOf = ({ state }: DeviceCondition, taken: readonly OwnerAction[]): RentalOffer => {
  if (taken.includes('start')) return { action: 'start', label: '开机' }
  if (taken.includes('stop')) return { action: 'stop', label: '关机' }
  return {
    action: 'stop',
    label: '关机',
    reason: state === 'expired' ? '设备已到期，请先续费' : '设备正忙，请稍后再试',
  }
}

const deletionOf = (taken: readonly OwnerAction[]): RentalOffer => ({
  action: 'delete',
  label: '删除设备',
  ...(!taken.includes('delete') && { reason: '请先关机，再删除设备' }),
})

/** A trial cannot be returned, nor can a metered device; that can be converted to monthly while it runs. */
const endOf = ({ state, isMetered, isTrial }: DeviceCondition): readonly RentalOffer[] => {
  if (isTrial) return []
  if (!isMetered) return [{ action: 'return', label: '提前退还' }]
  return state === 'expired' ? [] : [{ action: 'monthly', label: '转包月' }]
}

/** Undefined for anyone but the owner. */
export const powerActionOf = (device: DeviceCondition): RentalOffer | undefined =>
  device.right === 'owner' ? switchOf(device, ownerActionsOf(device)) : undefined

/** Empty for anyone but the owner. */
export const rentalActionsOf = (device: DeviceCondition): readonly RentalOffer[] =>
  device.right === 'owner' ? [...endOf(device), deletionOf(ownerActionsOf(device))] : []
