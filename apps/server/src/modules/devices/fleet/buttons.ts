import { DeviceButton } from '@yunji/contract/devices/device/enums'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { goodsConfigurations } from '../../../tables/catalogue.ts'

const { changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType } = DeviceButton

type Configuration = typeof goodsConfigurations.$inferSelect

/** What a device of a configuration takes from its owner. One that is metered becomes monthly before anything else. */
export const buttonsOf = async (tx: Tx, configuration: Configuration, isMetered: boolean): Promise<DeviceButton[]> => {
  if (isMetered) return [zoneChangeOpType]
  const hasVideoEdition = !configuration.isVideoEdition && (await countVideoEditions(tx, configuration)) > 0
  return [changeConfig, upOrDownConfig, zoneChangeOpType, ...(hasVideoEdition ? [videoChangeOpType] : [])]
}

const countVideoEditions = (tx: Tx, { goodId, version }: Configuration): Promise<number> =>
  tx.$count(
    goodsConfigurations,
    and(
      eq(goodsConfigurations.goodId, goodId),
      eq(goodsConfigurations.version, version),
      goodsConfigurations.isVideoEdition,
      goodsConfigurations.isListed,
    ),
  )
