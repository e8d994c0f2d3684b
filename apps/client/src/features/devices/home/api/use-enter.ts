import { useWrite } from '../../../../shared/api/use-write.ts'
import { enterPhone } from './enter-phone.ts'
import { canStart, type HomeDevice } from './home-device.ts'
import { withDeviceCommands } from './with-device-commands.ts'

/** Starts a stopped phone and enters it; its page shows that it is starting. */
export const startAndEnter = (command: 'start' | 'confirmStart') => (device: HomeDevice) =>
  withDeviceCommands(async (commands) => {
    if (await commands[command](device)) enterPhone({ ...device, state: 'running' })
  })

/** Enters a phone from its picture; a stopped one of the user is offered to be started first. */
export const useEnter = (): ((device: HomeDevice) => void) => {
  const { run } = useWrite(startAndEnter('confirmStart'))
  return (device) => (canStart(device) ? run(device) : enterPhone(device))
}
