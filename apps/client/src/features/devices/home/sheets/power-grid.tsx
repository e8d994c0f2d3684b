import { pathOf } from '@yunji/contract/pages'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { ActionGrid } from '../../../../shared/ui/action-grid/action-grid.tsx'
import { logOut } from '../../../../shared/ui/icon/account.ts'
import { trash } from '../../../../shared/ui/icon/controls.ts'
import { play, renew } from '../../../../shared/ui/icon/device.ts'
import { type IconDrawing, transfer } from '../../../../shared/ui/icon/icons.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { lifeOffersOf, type OwnLife } from '../api/power-actions.ts'
import { orderDelete, orderReturn, orderStart, orderStop } from '../api/power-commands.ts'
import { closeSheet } from './home-sheets.ts'

const icons: Readonly<Record<OwnLife, IconDrawing>> = {
  start: play,
  stop: logOut,
  delete: trash,
  return: transfer,
  monthly: renew,
}

const act = (device: HomeDevice, action: OwnLife): void => {
  closeSheet()
  switch (action) {
    case 'start':
      return void orderStart(device)
    case 'stop':
      return void orderStop(device)
    case 'delete':
      return void orderDelete(device)
    case 'return':
      return void orderReturn(device)
    case 'monthly':
      return void openPage(`${pathOf('CloudBeanToMonthly/index')}?deviceId=${device.deviceId}`)
  }
}

interface LifeGridProps {
  readonly device: HomeDevice
}

/** To switch a device, or to part with it. */
export function LifeGrid({ device }: LifeGridProps) {
  const offers = lifeOffersOf(device)
  if (offers.length === 0) return null
  return (
    <ActionGrid
      title="开关与退还"
      actions={offers.map(({ action, label, reason }) => ({
        icon: icons[action],
        label,
        isDanger: action === 'delete' || action === 'return',
        isMuted: reason !== undefined,
        onTap: () => (reason === undefined ? act(device, action) : showToast(reason)),
      }))}
    />
  )
}
