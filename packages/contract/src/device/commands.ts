import type { DeviceEvent } from '../machines/device.ts'
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

/** Control characters, and those that hide in text or turn its direction. */
const isHidden = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0xfeff

/** An address that a phone may be told to open: http or https, no user name, nothing that reads otherwise than it is. */
export const canOpenUrl = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) if (isHidden(text.charCodeAt(index))) return false
  return isUrl(text)
}

/** An Android package: at least two parts, each beginning with a letter. */
export const PACKAGE_NAME_PATTERN = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
