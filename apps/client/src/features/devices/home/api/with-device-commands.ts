import { showToast } from '../../../../shared/feedback/toast.ts'
import { lazyBundles } from '../lazy-bundles'

type DeviceCommands = Awaited<ReturnType<typeof lazyBundles.deviceCommands>>

/** Runs a device command once its bundle is loaded; shows an error when it cannot be loaded. */
export const withDeviceCommands = async (run: (commands: DeviceCommands) => Promise<void>): Promise<void> => {
  const commands = await lazyBundles.deviceCommands().catch(() => undefined)
  if (!commands) return showToast(NOT_LOADED, 'error')
  await run(commands)
}

export const NOT_LOADED = '加载失败，请检查网络后重试'
