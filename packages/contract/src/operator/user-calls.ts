import * as z from 'zod/mini'
import { deletionGrounds, deletionState } from '../accounts/profile/schema.ts'
import { CheckStatus } from '../accounts/user/enums.ts'
import { VerificationKind } from '../accounts/verification/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, cursorQuery, epochMillis, keysetOf, positiveId, queryId, shortText } from '../wire/fields.ts'
import { userFacts, userRecord, userStates } from './records.ts'

const checkStatus = z.enum(CheckStatus)

export const searchUsers = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchUsers',
  summary:
    '用户：text 为用户编号、完整手机号（有用户管理权限的也可以是开头几位）或昵称开头；默认新注册的在前，每页 50 条',
  access: access.operator('users.read'),
  input: z.strictObject({
    ...cursorQuery,
    text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    state: z.optional(z.enum(userStates)),
    userType: z.optional(z.enum(['1', '2'])),
    /** 1: a check has passed. */
    verified: z.optional(z.enum(['0', '1'])),
    sort: z.optional(z.enum(['newest', 'oldest'])),
  }),
  data: z.object(keysetOf(userRecord)),
})

export const getUser = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getUser',
  summary: '一个用户：资料、余额、登录、认证和近期的操作记录；完整手机号须有 users.write',
  access: access.operator('users.read'),
  input: z.strictObject({ userId: queryId }),
  data: z.object({
    ...userFacts,
    /** In full for operators with users.write, masked for others. */
    mobilePhone: z.string(),
    avatar: z.string(),
    frozenAt: z.nullable(epochMillis),
    frozenReason: z.string(),
    /** End of the account; null unless its owner has asked for it. */
    erasesAt: z.nullable(epochMillis),
    orderCount: count,
    balanceCents: cents,
    beansCents: cents,
    verifications: z.array(
      z.object({
        verificationId: positiveId,
        kind: z.enum(VerificationKind),
        status: checkStatus,
        reason: z.string(),
        submittedAt: epochMillis,
        decidedAt: z.nullable(epochMillis),
      }),
    ),
    /** Valid logins, newest first, at most 20. */
    sessions: z.array(
      z.object({
        sessionId: positiveId,
        deviceName: z.string(),
        terminalType: z.string(),
        clientType: z.string(),
        address: z.string(),
        createdAt: epochMillis,
        renewedAt: epochMillis,
        expiresAt: epochMillis,
      }),
    ),
    /** Latest changes by operators, at most 20. */
    audit: z.array(
      z.object({ auditId: positiveId, at: epochMillis, operatorName: shortText, call: shortText, subject: z.string() }),
    ),
  }),
})

export const freezeUser = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/freezeUser',
  summary: '冻结账号：立即不能登录和操作，画面断开，自动续费暂停；云手机运行到期满。注销等待期内须先撤销注销',
  access: access.operator('users.write'),
  input: z.strictObject({
    userId: positiveId,
    /** For operators; the customer does not see it. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  data: z.null(),
})

export const unfreezeUser = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/unfreezeUser',
  summary: '解除冻结；原有登录继续有效',
  access: access.operator('users.write'),
  input: z.strictObject({ userId: positiveId }),
  data: z.null(),
})

export const endUserSessions = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/endUserSessions',
  summary: '结束一个用户的全部登录，须重新登录',
  access: access.operator('users.write'),
  input: z.strictObject({ userId: positiveId }),
  data: z.object({ ended: count }),
})

export const getUserDeletion = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getUserDeletion',
  summary: '一个用户能否注销：妨碍注销的事项，以及将放弃的余额、云豆、优惠券和激活码',
  access: access.operator('users.write'),
  input: z.strictObject({ userId: queryId }),
  data: z.object({ ...deletionState.shape, obstacleTexts: z.array(z.string()) }),
})

export const requestUserDeletion = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/requestUserDeletion',
  summary: '应要求注销账号：与用户自己注销的条件和等待期相同，等待期内用户登录即撤销；冻结的账号须先解除冻结',
  access: access.operator('users.write'),
  input: z.strictObject({
    userId: positiveId,
    ground: z.enum(deletionGrounds),
    /** The customer has agreed to give up beans, balance, coupons and codes. */
    isForfeitAgreed: z.prefault(z.boolean(), false),
  }),
  data: z.object({ erasesAt: epochMillis }),
})

export const cancelUserDeletion = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/cancelUserDeletion',
  summary: '撤销尚未生效的注销',
  access: access.operator('users.write'),
  input: z.strictObject({ userId: positiveId }),
  data: z.null(),
})
