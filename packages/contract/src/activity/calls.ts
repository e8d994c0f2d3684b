import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, nothing } from '../wire/fields.ts'
import { seckillWindow } from './schema.ts'

export const getSeckillList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activity/getSeckillList',
  summary: '正在进行和即将开始的秒杀',
  access: access.visitor,
  input: nothing,
  data: z.object({
    /** The server's clock: a wrong one on the page shows no wrong countdown. */
    now: epochMillis,
    windows: z.array(seckillWindow),
  }),
})
