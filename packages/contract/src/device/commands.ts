import type { DeviceEvent } from '../machines/device.ts'
import { hasHiddenCharacters } from '../validation/hidden-characters.ts'
import { isUrl } from '../validation/url.ts'
import { DeviceCommand } from './enums.ts'
import type { DeviceRight } from './rights.ts'

interface CommandRule {
  /** A grantee never cleans: what somebody else has on the phone is not theirs to remove. */
  readonly right: DeviceRight
  /** The task that the device is busy with until it is done; absent where the answer already tells how it went. */
  readonly event?: DeviceEvent
}

export const commandRules: Readonly<Record<DeviceCommand, CommandRule>> = {
  [DeviceCommand.reboot]: { right: 'control', event: 'reboot' },
  [DeviceCommand.cleanMemory]: { right: 'owner' },
  [DeviceCommand.clean]: { right: 'owner', event: 'clean' },
  [DeviceCommand.deepClean]: { right: 'owner', event: 'clean' },
  [DeviceCommand.openUrl]: { right: 'control' },
  [DeviceCommand.cover]: { right: 'view' },
  [DeviceCommand.uninstall]: { right: 'owner' },
}

/** An address that a phone may be told to open: http or https, no user name, nothing that reads otherwise than it is. */
export const canOpenUrl = (text: string): boolean => !hasHiddenCharacters(text) && isUrl(text)

/** An Android package: at least two parts, each beginning with a letter. */
export const PACKAGE_NAME_PATTERN = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
