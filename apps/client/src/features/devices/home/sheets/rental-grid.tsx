import { pathOf } from '@yunji/contract/pages'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { ActionGrid } from '../../../../shared/ui/action-grid/action-grid.tsx'
import { logOut } from '../../../../shared/ui/icon/account.ts'
import { trash } from '../../../../shared/ui/icon/controls.ts'
import { play, renew } from '../../../../shared/ui/icon/device.ts'
import { type IconDrawing, transfer } from '../../../../shared/ui/icon/icons.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { type RentalAction, rentalActionsOf } from '../api/rental-actions.ts'
import { confirmDelete, confirmReturn, confirmStop, startPhone } from '../api/rental-commands.ts'

const icons: Readonly<Record<RentalAction, IconDrawing>> = {
  start: play,
  stop: logOut,
  delete: trash,
  return: transfer,
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

/** Start, stop, return or delete a device. */
export function RentalGrid({ device, onCommand }: RentalGridProps) {
  const offers = rentalActionsOf(device)
  if (offers.length === 0) return null
  return (
    <ActionGrid
      title="开关与退还"
      actions={offers.map(({ action, label, reason }) => ({
        icon: icons[action],
        label,
        isDanger: action === 'delete' || action === 'return',
        isMuted: reason !== undefined,
        onTap: () => (reason === undefined ? onCommand(commands[action]) : showToast(reason)),
      }))}
    />
  )
}
