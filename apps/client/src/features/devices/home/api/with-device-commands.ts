import { ApiError } from '../../../../shared/api/api-error.ts'
import { lazyBundles } from '../lazy-bundles'

export const NOT_LOADED = '加载失败，请检查网络后重试'

type DeviceCommands = Awaited<ReturnType<typeof lazyBundles.deviceCommands>>

/** Runs a device command once its bundle is loaded; throws when it cannot be loaded. */
export const withDeviceCommands = async (run: (commands: DeviceCommands) => Promise<void>): Promise<void> => {
  const commands = await lazyBundles.deviceCommands().catch(() => {
    throw new ApiError(NOT_LOADED)
  })
  await run(commands)
}
