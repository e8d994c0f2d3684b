import { hasHiddenCharacters, isUrl } from '../../validation/url.ts'
import type { DeviceRight } from '../../wire/call.ts'
import { DeviceCommand, type DeviceState } from './enums.ts'

/** A change of zone is free once in this long, for each device. */
export const ZONE_CHANGE_FREE_EVERY_MS = 30 * 24 * 60 * 60 * 1000

export const ZONE_CHANGE_COST_BEANS = 100

export const DEVICE_NAME_CHARACTERS = 20

/** Devices that one command may go to. */
export const MAX_DEVICES_PER_COMMAND = 100

/** Less than this is left: the home page reminds its owner. */
export const EXPIRING_SOON_MS = 24 * 60 * 60 * 1000

/** An address that a phone may be told to open: http or https, no user name, nothing that reads otherwise than it is. */
export const canOpenUrl = (text: string): boolean => !hasHiddenCharacters(text) && isUrl(text)

/** An Android package: at least two parts, each beginning with a letter. */
export const PACKAGE_NAME_PATTERN = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/

/** What one must hold to give a command. A grantee never cleans: what is on the phone is not theirs to remove. */
export const commandRights: Readonly<Record<DeviceCommand, DeviceRight>> = {
  [DeviceCommand.reboot]: 'control',
  [DeviceCommand.cleanMemory]: 'owner',
  [DeviceCommand.clean]: 'owner',
  [DeviceCommand.deepClean]: 'owner',
  [DeviceCommand.openUrl]: 'control',
  [DeviceCommand.cover]: 'view',
  [DeviceCommand.uninstall]: 'owner',
}

/** Whether a device takes a command now, as its machine has it. Said anew, since a page need not load all of that. */
export const acceptsCommand = (state: DeviceState, command: DeviceCommand): boolean =>
  state === 'running' || (state === 'faulty' && command === DeviceCommand.reboot)

/** What a change of zone costs now. Exactly 30 days after the last free one, the next is free. */
export const zoneChangeCostBeans = (lastFreeChangeAt: number | null, now: number): number =>
  lastFreeChangeAt === null || now - lastFreeChangeAt >= ZONE_CHANGE_FREE_EVERY_MS ? 0 : ZONE_CHANGE_COST_BEANS
