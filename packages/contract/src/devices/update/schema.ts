import * as z from 'zod/mini'
import { androidVersions } from '../../commerce/commodity/enums.ts'
import { count, longText, shortText } from '../../wire/fields.ts'
import { movingDevice } from '../move/schema.ts'

/** An image of a line of phones. */
export const imageVersion = z.object({
  version: shortText,
  sizeBytes: count,
  notes: z.array(longText),
})
export type ImageVersion = z.output<typeof imageVersion>

/** Setting of the operator: the oldest image of each line first. */
export const imageVersionInfo = z.array(
  z.object({
    ...imageVersion.shape,
    line: z.enum(androidVersions),
    version: z.string().check(z.minLength(1), z.maxLength(32)),
  }),
)

export const updateTerms = z.object({
  device: movingDevice,
  current: imageVersion,
  /** Newest image of the line; null when the phone has it. */
  next: z.nullable(imageVersion),
})
export type UpdateTerms = z.output<typeof updateTerms>
