import * as z from 'zod/mini'
import { agreementKind, agreementVersion } from '../content/agreement/schema.ts'
import { DOCUMENT_LIMITS, documentContent } from '../content/document.ts'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, pageOf, pageQuery, positiveId } from '../wire/fields.ts'

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(32))
const summary = z.string().check(z.trim(), z.maxLength(500))
/** Names exactly one title, summary and text. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const markdown = z.string().check(z.minLength(1), z.maxLength(DOCUMENT_LIMITS.characters))

export const getAgreementVersions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getAgreementVersions',
  summary: '协议的全部版本，含草稿和各版本的同意人数，新的在前',
  access: access.operator('content.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        kind: agreementKind,
        version: positiveId,
        title: z.string(),
        summary: z.string(),
        markdown: z.string(),
        digest,
        state: z.enum(['draft', 'published']),
        publishedAt: z.nullable(epochMillis),
        effectiveAt: z.nullable(epochMillis),
        agreed: count,
        declined: count,
      }),
    ),
  ),
})

export const saveAgreementDraft = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/saveAgreementDraft',
  summary: '保存一类协议的草稿（Markdown），覆盖上一份草稿；答复中为用户将看到的内容',
  access: access.operator('content.write'),
  input: z.strictObject({ kind: agreementKind, title, summary, markdown }),
  data: z.object({ version: positiveId, digest, content: documentContent }),
})

export const publishAgreement = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/publishAgreement',
  summary:
    '发布草稿：digest 为读到或保存的草稿的，其间有人改过就不发布；此后登录和购买以它为准，登录所需的协议会请每位用户重新确认一次；不带生效时间为立即生效',
  access: access.operator('content.write'),
  input: z.strictObject({
    kind: agreementKind,
    version: agreementVersion,
    digest,
    effectiveAt: z.optional(epochMillis),
  }),
  data: z.null(),
})
