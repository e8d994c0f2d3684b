import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { epochMillis, noInput, positiveId, queryInteger } from '../../wire/fields.ts'
import { documentContent } from '../document.ts'
import { agreementHead, shownAgreement, shownAgreements } from './schema.ts'

export const getAgreements = defineCall({
  method: 'GET',
  path: '/vmcloud/api/agreement/getAgreements',
  summary: '各类协议的最新版本，不含正文',
  access: access.open,
  input: noInput,
  data: z.object({ records: z.array(agreementHead) }),
})

export const getAgreement = defineCall({
  method: 'GET',
  path: '/vmcloud/api/agreement/getAgreement',
  summary: '一份协议的正文；不带版本号为最新版本',
  access: access.open,
  input: z.strictObject({ kind: queryInteger(1, 99), version: z.optional(queryInteger(1, 100_000)) }),
  data: z.object({
    ...agreementHead.shape,
    content: documentContent,
    /** All published versions, the newest first. */
    versions: z.array(z.object({ version: positiveId, effectiveAt: epochMillis })),
  }),
})

export const getPendingAgreements = defineCall({
  method: 'GET',
  path: '/vmcloud/api/agreement/getPendingAgreements',
  summary: '登录所需协议中，本账号尚未同意的最新版本；isAsked 表示已选过暂不同意，不再主动询问',
  access: access.user,
  input: noInput,
  data: z.object({ records: z.array(z.object({ ...agreementHead.shape, isAsked: z.boolean() })) }),
})

export const decideAgreements = defineCall({
  method: 'POST',
  path: '/vmcloud/api/agreement/decideAgreements',
  summary: '同意或暂不同意所示版本的协议；已同意的不会改为不同意',
  access: access.user,
  input: z.strictObject({
    agreements: shownAgreements.check(z.minLength(1)),
    isAgreed: z.boolean(),
    way: z.enum(['dialog', 'page', 'purchase']),
  }),
  data: z.object({ recorded: z.array(shownAgreement) }),
})
