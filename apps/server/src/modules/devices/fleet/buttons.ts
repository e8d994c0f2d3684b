import { DeviceButton } from '@yunji/contract/devices/device/enums'
import type { Tx } from '../../../platform/database.ts'
import type { goodsConfigurations } from '../../../tables/catalogue.ts'
import { countVideoEditions, type DeviceRow } from './store.ts'

const { changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType } = DeviceButton

type Configuration = typeof goodsConfigurations.$inferSelect

/** Commands available to the owner. A metered device must become monthly first. */
export const buttonsOf = async (tx: Tx, configuration: Configuration, isMetered: boolean): Promise<DeviceButton[]> => {
  if (isMetered) return [zoneChangeOpType]
  const hasVideoEdition = !configuration.isVideoEdition && (await countVideoEditions(tx, configuration)) > 0
  return [changeConfig, upOrDownConfig, zoneChangeOpType, ...(hasVideoEdition ? [videoChangeOpType] : [])]
}

const RESIZING: ReadonlySet<number> = new Set([changeConfig, upOrDownConfig, videoChangeOpType])

/** Buttons that work on the phone behind the device. */
export const workingButtons = ({ buttons }: Pick<DeviceRow, 'buttons'>, isFixed: boolean): number[] =>
  isFixed ? buttons.filter((button) => !RESIZING.has(button)) : buttons
