import { pathOf } from '@yunji/contract/pages'
import { useWrite } from '../../../../shared/api/use-write.ts'
import type { DeviceDisplay } from '../../../../shared/devices/device-display.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { play, power, renew } from '../../../../shared/ui/icon/device.ts'
import { enterPhone } from '../api/enter-phone.ts'
import { canStart, type HomeDevice } from '../api/home-device.ts'
import { startAndEnter } from '../api/use-enter.ts'

interface MainButtonProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
}

/** The next step with the device: enter it, start it, renew it, or wait for the work on it. */
export function MainButton({ device, display }: MainButtonProps) {
  const start = useWrite(startAndEnter('start'))
  const look = { isLifted: true, isNarrow: true } as const
  if (display.isBusy) {
    return (
      <Button {...look} icon={play} isBusy busyText={`${display.word}…`}>
        进入云手机
      </Button>
    )
  }
  if (canStart(device) || start.isBusy) {
    return (
      <Button {...look} icon={power} isBusy={start.isBusy} busyText="正在开机…" onTap={() => start.run(device)}>
        开机
      </Button>
    )
  }
  if (device.state === 'expired' && device.right === 'owner') {
    return (
      <Button {...look} icon={renew} to={`${pathOf('Renew/index')}?deviceId=${device.deviceId}`}>
        去续费
      </Button>
    )
  }
  return (
    <Button {...look} icon={play} isMuted={display.reason !== undefined} onTap={() => enterPhone(device)}>
      进入云手机
    </Button>
  )
}
