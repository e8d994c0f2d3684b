import * as z from 'zod/mini'
import { mobilePhone } from '../accounts/user/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, noInput } from '../wire/fields.ts'
import { setupParts, setupStates } from './setup.ts'

const TESTS_PER_MINUTE = 20

const setupTest = z.object({ testedAt: epochMillis, isOk: z.boolean(), text: z.string(), operatorName: z.string() })

export const getSetup = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getSetup',
  summary: '上线检查：短信、支付、存储和云手机是否已设置，缺少哪些设置项，最近一次测试的结果',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({
    records: z.array(
      z.object({
        part: z.enum(setupParts),
        state: z.enum(setupStates),
        text: z.string(),
        /** Names of settings, never their values. */
        missing: z.array(z.string()),
        lastTest: z.nullable(setupTest),
      }),
    ),
  }),
})

export const testSetup = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/testSetup',
  summary: '测试一项设置：发一条短信、向支付平台查询一笔不存在的订单、存取一个文件，或探测一台云手机',
  access: access.operator('settings.write'),
  /** `mobilePhone`: receiver of the SMS. */
  input: z.strictObject({ part: z.enum(setupParts), mobilePhone: z.optional(mobilePhone) }),
  data: z.object({ isOk: z.boolean(), text: z.string() }),
  errors: ['SMS_DAILY_LIMIT'],
  callsPerMinute: TESTS_PER_MINUTE,
})
