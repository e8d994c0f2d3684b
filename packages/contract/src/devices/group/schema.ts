import * as z from 'zod/mini'
import { hasHiddenCharacters } from '../../validation/url.ts'
import { count, longText, positiveId, shortText } from '../../wire/fields.ts'

export const GROUP_NAME_CHARACTERS = 12

/** Groups of one account, the default one included: as many as one page of the list. */
export const MAX_GROUPS = 100

/** Covers that a group shows. */
export const GROUP_COVERS = 3

export const deviceGroup = z.object({
  groupId: positiveId,
  name: shortText,
  /** The one that every new device comes into; it cannot be removed. */
  isDefault: z.boolean(),
  deviceCount: count,
  runningCount: count,
  expiringSoonCount: count,
  /** Devices with a task under way. */
  busyCount: count,
  /** Addresses of the pictures of its first devices. */
  covers: z.array(longText),
})
export type DeviceGroup = z.output<typeof deviceGroup>

/** A visible name: no control characters, no outer spaces, 1 to 12 characters. */
export const groupName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.refine((name) => [...name].length <= GROUP_NAME_CHARACTERS, `分组名称最多 ${GROUP_NAME_CHARACTERS} 个字`),
  z.refine((name) => !hasHiddenCharacters(name), '名称含有不可见的字符'),
)
