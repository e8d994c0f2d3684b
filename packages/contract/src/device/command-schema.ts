import * as z from 'zod/mini'
import { hasHiddenCharacters } from '../validation/hidden-characters.ts'
import { longText, positiveId } from '../wire/fields.ts'
import { PACKAGE_NAME_PATTERN } from './command-arguments.ts'
import { DEVICE_NAME_CHARACTERS, DEVICES_AT_ONCE } from './limits.ts'
import { deviceState } from './schema.ts'

/** What a person sees of a name: no control characters, no space at its ends, at least one character. */
export const deviceName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(DEVICE_NAME_CHARACTERS),
  z.refine((name) => !hasHiddenCharacters(name), '名称含有不可见的字符'),
)

export const deviceIds = z.array(positiveId).check(z.minLength(1), z.maxLength(DEVICES_AT_ONCE))
export const packageName = z.string().check(z.maxLength(255), z.regex(PACKAGE_NAME_PATTERN))

/** How a command went on one device: the code and words that a call for it alone would have answered. */
export const commandResult = z.object({
  deviceId: positiveId,
  code: z.int(),
  msg: z.string(),
  /** After the command. */
  state: deviceState,
  cover: longText,
})
export type CommandResult = z.output<typeof commandResult>

export const installedApp = z.object({
  packageName: z.string(),
  name: z.string(),
  versionName: z.string(),
  /** Came with the phone and cannot be removed. */
  isSystem: z.boolean(),
})
export type InstalledApp = z.output<typeof installedApp>
