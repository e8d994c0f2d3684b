import * as z from 'zod/mini'
import { Gender } from '../../validation/id-card.ts'
import { access, defineCall } from '../../wire/call.ts'
import { longText, noInput } from '../../wire/fields.ts'
import { pictureId, verificationState } from './schema.ts'

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

export const getVerification = defineCall({
  method: 'GET',
  path: '/vmcloud/api/verification/getVerification',
  summary: '本人的个人认证和企业认证',
  access: access.user,
  input: noInput,
  data: verificationState,
})

export const submitPersonal = defineCall({
  method: 'POST',
  path: '/vmcloud/api/verification/submitPersonal',
  summary: '提交个人实名认证；号码、出生日期和性别须一致',
  access: access.user,
  input: z.strictObject({
    name,
    idCard: z.string().check(z.maxLength(18)),
    gender: z.enum(Gender),
    birthday: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    nation: z.optional(z.string().check(z.maxLength(32))),
    detailAddress: z.optional(longText),
    pictureIds: z.array(pictureId).check(z.maxLength(2)),
  }),
  data: z.null(),
})

export const submitCompany = defineCall({
  method: 'POST',
  path: '/vmcloud/api/verification/submitCompany',
  summary: '提交企业认证',
  access: access.user,
  input: z.strictObject({
    companyName: name,
    creditCode: z.string().check(z.maxLength(18)),
    legalPerson: name,
    pictureIds: z.array(pictureId).check(z.maxLength(2)),
  }),
  data: z.null(),
})
