import * as z from 'zod/mini'
import { Gender } from '../../validation/id-card.ts'
import { epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { CheckStatus } from '../user/enums.ts'

export const VerificationKind = { personal: 1, company: 2 } as const
export type VerificationKind = (typeof VerificationKind)[keyof typeof VerificationKind]

/** Definition key of the approval process of each kind (section 3, constants store). */
export const processKeys = {
  [VerificationKind.personal]: 'personal_verification',
  [VerificationKind.company]: 'company_verification',
} as const satisfies Readonly<Record<VerificationKind, string>>
export const processKey = z.enum(Object.values(processKeys))

/** Result of identity-card recognition (section 3). */
export const recognizedIdCard = z.object({
  name: shortText,
  idCard: shortText,
  gender: z.enum(Gender),
  birthday: z.string(),
  nation: shortText,
  detailAddress: longText,
})
export type RecognizedIdCard = z.output<typeof recognizedIdCard>

/** How far one of the two checks has come; names and numbers are masked. */
const check = z.object({
  status: z.enum(CheckStatus),
  name: z.string(),
  number: z.string(),
  /** Why it was refused. */
  reason: z.string(),
  submittedAt: z.nullable(epochMillis),
})
export const verificationState = z.object({ personal: check, company: check })
export type VerificationState = z.output<typeof verificationState>

/** A picture that the user has uploaded for a check. */
export const pictureId = z.string().check(z.regex(/^[a-f0-9]{32}$/))

/** Answer of the upload: the picture's id, and the recognised card or null. */
export const uploadedPicture = z.object({ pictureId, recognized: z.nullable(recognizedIdCard) })

/** A pending request as the operator sees it. */
export const waitingVerification = z.object({
  verificationId: positiveId,
  userId: positiveId,
  kind: z.enum(VerificationKind),
  processKey,
  name: z.string(),
  number: z.string(),
  legalPerson: z.string(),
  /** Short-lived addresses, for the operator who asked. */
  pictures: z.array(z.string()),
  submittedAt: epochMillis,
})
