import { DeviceButton } from '@yunji/contract/devices/device/enums'
import type { Tx } from '../../../platform/database.ts'
import type { goodsConfigurations } from '../../../tables/catalogue.ts'
import { countVideoEditions } from './store.ts'

const { changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType } = DeviceButton

type Configuration = typeof goodsConfigurations.$inferSelect

/** Commands available to the owner. A metered device must become monthly first. */
export const buttonsOf = async (tx: Tx, configuration: Configuration, isMetered: boolean): Promise<DeviceButton[]> => {
  if (isMetered) return [zoneChangeOpType]
  const hasVideoEdition = !configuration.isVideoEdition && (await countVideoEditions(tx, configuration)) > 0
  return [changeConfig, upOrDownConfig, zoneChangeOpType, ...(hasVideoEdition ? [videoChangeOpType] : [])]
}
