import { pathOf } from '@yunji/contract/pages'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { ActionGrid, type GridAction } from '../../../../shared/ui/action-grid/action-grid.tsx'
import { trash } from '../../../../shared/ui/icon/controls.ts'
import { giveBack, power, renew } from '../../../../shared/ui/icon/device.ts'
import type { IconDrawing } from '../../../../shared/ui/icon/icons.ts'
import { confirmStop, startPhone } from '../api/device-commands.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { powerActionOf, type RentalAction, type RentalOffer, rentalActionsOf } from '../api/rental-actions.ts'
import { confirmDelete, confirmReturn } from '../api/rental-commands.ts'

const icons: Readonly<Record<RentalAction, IconDrawing>> = {
  start: power,
  stop: power,
  delete: trash,
  return: giveBack,
  monthly: renew,
}

const openMonthly = ({ deviceId }: HomeDevice): Promise<void> =>
  openPage(`${pathOf('CloudBeanToMonthly/index')}?deviceId=${deviceId}`)

const commands: Readonly<Record<RentalAction, (device: HomeDevice) => Promise<void>>> = {
  start: startPhone,
  stop: confirmStop,
  delete: confirmDelete,
  return: confirmReturn,
  monthly: openMonthly,
}

interface RentalGridProps {
  readonly device: HomeDevice
  /** Closes the sheet and runs the command. */
  readonly onCommand: (command: (device: HomeDevice) => Promise<void>) => void
}

const gridAction = ({ action, label, reason }: RentalOffer, onCommand: RentalGridProps['onCommand']): GridAction => ({
  icon: icons[action],
  label,
  isDanger: action === 'delete' || action === 'return',
  isMuted: reason !== undefined,
  onTap: () => (reason === undefined ? onCommand(commands[action]) : showToast(reason)),
})

/** Start or stop; none for anyone but the owner. */
export const powerActions = ({ device, onCommand }: RentalGridProps): readonly GridAction[] => {
  const offer = powerActionOf(device)
  return offer ? [gridAction(offer, onCommand)] : []
}

/** Return or delete a device. */
export function RentalGrid({ device, onCommand }: RentalGridProps) {
  const offers = rentalActionsOf(device)
  if (offers.length === 0) return null
  return (
    <ActionGrid
      title={device.isMetered ? '计费与删除' : '退还与删除'}
      actions={offers.map((offer) => gridAction(offer, onCommand))}
    />
  )
}
