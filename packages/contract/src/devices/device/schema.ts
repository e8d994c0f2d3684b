import * as z from 'zod/mini'
import { androidVersions, GoodsLevel } from '../../commerce/commodity/enums.ts'
import { hasHiddenCharacters } from '../../validation/url.ts'
import { deviceRights } from '../../wire/call.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { deviceStates } from './enums.ts'
import {
  DEVICE_NAME_CHARACTERS,
  DEVICE_NOTE_CHARACTERS,
  MAX_DEVICES_PER_COMMAND,
  PACKAGE_NAME_PATTERN,
  TAG_CHARACTERS,
} from './rules.ts'

export const deviceState = z.enum(deviceStates)

/** Those of `SupplierType` and `DeviceButton`, whose names the first page need not load. */
export const supplierNumber = z.literal([0, 1, 2, 3, 4, 5, 6, 7])
export const buttonNumber = z.literal([1, 2, 3, 4])

export const deviceRecord = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  groupId: positiveId,
  groupName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  version: z.enum(androidVersions),
  zoneName: shortText,
  supplierType: supplierNumber,
  expiresAt: epochMillis,
  /** By the server's clock, since the client's may be wrong. */
  remainingMs: count,
  /** End of the grace period; null while the rental runs. */
  keptUntil: z.nullable(epochMillis),
  /** Charged in beans by the hour: `expiresAt` is the end of the paid one. */
  isMetered: z.boolean(),
  /** Free for thirty minutes, then released at once; never renewed, changed or transferred. */
  isTrial: z.boolean(),
  isAutoRenewed: z.boolean(),
  /** The operations that this device takes from this caller (section 6). */
  buttons: z.array(buttonNumber),
  /** Address of its picture, good for some minutes. It changes with the picture; a JPEG always stands behind it. */
  cover: longText,
  right: z.enum(deviceRights),
  /** The owner's own words; empty for others. */
  note: longText,
  tags: z.array(shortText),
})
export type DeviceRecord = z.output<typeof deviceRecord>

const visible = (name: string) => !hasHiddenCharacters(name)

/** One line of the owner; may be empty. */
export const deviceNote = z
  .string()
  .check(z.trim(), z.maxLength(DEVICE_NOTE_CHARACTERS), z.refine(visible, '备注含有不可见的字符'))

export const deviceTag = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(TAG_CHARACTERS), z.refine(visible, '标签含有不可见的字符'))

/** A visible name: no control characters, no outer spaces, at least one character. */
export const deviceName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(DEVICE_NAME_CHARACTERS), z.refine(visible, '名称含有不可见的字符'))

export const deviceIds = z.array(positiveId).check(z.minLength(1), z.maxLength(MAX_DEVICES_PER_COMMAND))
export const packageName = z.string().check(z.maxLength(255), z.regex(PACKAGE_NAME_PATTERN))

/** Result of a command on one device: the code and text that a call for it alone would answer. */
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
