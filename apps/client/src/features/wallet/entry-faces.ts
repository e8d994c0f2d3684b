import type { EntryReason } from '@yunji/contract/wallet/schema'
import { renew, zone } from '../../shared/ui/icons/device.ts'
import { gift, order, wallet } from '../../shared/ui/icons/money.ts'
import { gear, logOut } from '../../shared/ui/icons/people.ts'
import { clock, type IconDrawing, transfer } from '../../shared/ui/icons.ts'

export const entryIcons: Readonly<Record<EntryReason, IconDrawing>> = {
  recharge: wallet,
  bonus: gift,
  orderPayment: order,
  orderRefund: transfer,
  metering: clock,
  autoRenew: renew,
  zoneChange: zone,
  adjustment: gear,
  givenUp: logOut,
}
