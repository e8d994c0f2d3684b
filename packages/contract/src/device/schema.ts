import * as z from 'zod/mini'
import { GoodsLevel } from '../commodity/enums.ts'
import { hasHiddenCharacters } from '../validation/hidden-characters.ts'
import { epochMillis, longText, positiveId, shortText } from '../wire/fields.ts'
import { PACKAGE_NAME_PATTERN } from './commands.ts'
import { DeviceButton, SupplierType } from './enums.ts'
import { DEVICE_NAME_CHARACTERS, DEVICES_AT_ONCE } from './limits.ts'
import { deviceRights } from './rights.ts'
import { deviceStates } from './states.ts'

/** The Android builds that phones run. */
export const androidVersions = ['10/B', '10/H'] as const
export type AndroidVersion = (typeof androidVersions)[number]

export const deviceState = z.enum(deviceStates)

/** What a person sees of a name: no control characters, no space at its ends, at least one character. */
export const deviceName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(DEVICE_NAME_CHARACTERS),
  z.refine((name) => !hasHiddenCharacters(name), '名称含有不可见的字符'),
)

export const deviceIds = z.array(positiveId).check(z.minLength(1), z.maxLength(DEVICES_AT_ONCE))
export const packageName = z.string().check(z.maxLength(255), z.regex(PACKAGE_NAME_PATTERN))

export const deviceRecord = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  groupId: positiveId,
  groupName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  version: z.enum(androidVersions),
  zoneName: shortText,
  supplierType: z.enum(SupplierType),
  expiresAt: epochMillis,
  /** By the server's clock, so that a wrong one on the page shows no wrong time. */
  remainingMs: z.int().check(z.nonnegative()),
  /** The operations that this device takes from this caller (section 6). */
  buttons: z.array(z.enum(DeviceButton)),
  /** Address of its picture, good for some minutes. It changes with the picture; a JPEG always stands behind it. */
  cover: longText,
  right: z.enum(deviceRights),
})
export type DeviceRecord = z.output<typeof deviceRecord>

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
