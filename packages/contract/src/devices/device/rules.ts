import { hasHiddenCharacters, isUrl } from '../../validation/url.ts'
import type { DeviceRight } from '../../wire/call.ts'
import { DeviceCommand, type DeviceState } from './enums.ts'

/** A change of zone is free once in this long, for each device. */
export const ZONE_CHANGE_FREE_EVERY_MS = 30 * 24 * 60 * 60 * 1000

export const ZONE_CHANGE_COST_BEANS = 100

export const DEVICE_NAME_CHARACTERS = 20
export const DEVICE_NOTE_CHARACTERS = 100
export const TAG_CHARACTERS = 12
export const MAX_TAGS_PER_DEVICE = 5
/** Different tags on the devices of one account. */
export const MAX_TAGS = 100

/** Devices that one command may go to. */
export const MAX_DEVICES_PER_COMMAND = 100

/** Devices that a selection of a whole list may hold. */
export const MAX_SELECTED_DEVICES = 10_000

/** Remaining time below which the home page reminds the owner. */
export const EXPIRING_SOON_MS = 24 * 60 * 60 * 1000

/** Whether a phone may open an address: http or https, no user name, no hidden characters. */
export const canOpenUrl = (text: string): boolean => !hasHiddenCharacters(text) && isUrl(text)

/** An Android package: at least two parts, each beginning with a letter. */
export const PACKAGE_NAME_PATTERN = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/

/** Right required for each command. Cleaning and uninstalling need ownership. */
export const commandRights: Readonly<Record<DeviceCommand, DeviceRight>> = {
  [DeviceCommand.reboot]: 'control',
  [DeviceCommand.cleanMemory]: 'owner',
  [DeviceCommand.clean]: 'owner',
  [DeviceCommand.deepClean]: 'owner',
  [DeviceCommand.openUrl]: 'control',
  [DeviceCommand.cover]: 'view',
  [DeviceCommand.uninstall]: 'owner',
}

/** Whether a device accepts a command now. Repeated from the device machine, which pages do not load; a test compares both. */
export const acceptsCommand = (state: DeviceState, command: DeviceCommand): boolean =>
  state === 'running' || (state === 'faulty' && command === DeviceCommand.reboot)

/** Current price of a zone change. Exactly 30 days after the last free one, the next is free. */
export const zoneChangeCostBeans = (lastFreeChangeAt: number | null, now: number): number =>
  lastFreeChangeAt === null || now - lastFreeChangeAt >= ZONE_CHANGE_FREE_EVERY_MS ? 0 : ZONE_CHANGE_COST_BEANS
