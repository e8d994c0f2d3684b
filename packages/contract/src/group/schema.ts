import * as z from 'zod/mini'
import { count, positiveId, shortText } from '../wire/fields.ts'

export const deviceGroup = z.object({
  groupId: positiveId,
  name: shortText,
  /** The one that every new device comes into; it cannot be removed. */
  isDefault: z.boolean(),
  deviceCount: count,
  runningCount: count,
  expiringSoonCount: count,
})
export type DeviceGroup = z.output<typeof deviceGroup>
