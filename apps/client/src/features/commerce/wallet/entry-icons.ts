import type { EntryReason } from '@yunji/contract/commerce/wallet/schema'
import { gear, gift, logOut, order, wallet } from '../../../shared/ui/icon/account.ts'
import { renew, zone } from '../../../shared/ui/icon/device.ts'
import { clock, type IconDrawing, ticket, transfer } from '../../../shared/ui/icon/icons.ts'

export const entryIcons: Readonly<Record<EntryReason, IconDrawing>> = {
  recharge: wallet,
  bonus: gift,
  firstRechargeCoupon: ticket,
  rechargeCoupon: ticket,
  orderPayment: order,
  orderRefund: transfer,
  metering: clock,
  autoRenew: renew,
  zoneChange: zone,
  adjustment: gear,
  givenUp: logOut,
}
