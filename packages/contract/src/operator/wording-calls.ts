import * as z from 'zod/mini'
import { messageTexts } from '../messages/wording.ts'
import { access, defineCall } from '../wire/call.ts'
import { replacing, shortText } from '../wire/fields.ts'

const key = z.string().check(z.regex(/^[a-zA-Z]{1,32}(?:\.[a-zA-Z]{1,16}){0,2}$/))

export const getMessageWordings = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getMessageWordings',
  summary: '系统消息的文字：现在的、默认的，以及可以引用的内容和例子',
  access: access.operator('messages.read'),
  input: z.strictObject({ text: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
  data: z.object({
    records: z.array(
      z.object({
        key,
        ...messageTexts.shape,
        /** Texts of ours. */
        standard: messageTexts,
        isOwn: z.boolean(),
        /** Facts that the texts may name in braces, with examples. */
        facts: z.array(z.object({ name: shortText, example: z.string() })),
      }),
    ),
  }),
})

export const setMessageWording = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setMessageWording',
  summary: '修改一种系统消息的文字；花括号里引用的内容必须是这种消息有的',
  access: access.operator('messages.send'),
  input: replacing({ key, ...messageTexts.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const resetMessageWording = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/resetMessageWording',
  summary: '恢复一种系统消息的默认文字',
  access: access.operator('messages.send'),
  input: z.strictObject({ key }),
  data: z.null(),
})
