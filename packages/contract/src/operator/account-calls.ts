import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, noInput, pageOf, pageQuery, positiveId, queryId, shortText } from '../wire/fields.ts'
import {
  OPERATOR_PASSWORD_MAXIMUM_CHARACTERS,
  OPERATOR_PASSWORD_MINIMUM_CHARACTERS,
  operatorRights,
  operatorRoles,
  operatorSteps,
} from '../wire/operator-roles.ts'

const role = z.enum(operatorRoles)
const step = z.enum(operatorSteps)
const totp = z.string().check(z.regex(/^\d{6}$/))
const recoveryCode = z.string().check(z.trim(), z.regex(/^[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}$/))
const givenPassword = z.string().check(z.minLength(1), z.maxLength(OPERATOR_PASSWORD_MAXIMUM_CHARACTERS))
const newPassword = z
  .string()
  .check(z.minLength(OPERATOR_PASSWORD_MINIMUM_CHARACTERS), z.maxLength(OPERATOR_PASSWORD_MAXIMUM_CHARACTERS))

/** Null: the machine operator of the configured token. */
const operatorFacts = z.object({ operatorId: z.nullable(positiveId), name: shortText, role })

export const logIn = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/logIn',
  summary: '运营人员登录：用户名和密码；step 为接下来须完成的步骤',
  access: access.open,
  input: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)), password: givenPassword }),
  data: z.object({ token: z.string(), step, operator: operatorFacts }),
  errors: ['PASSWORD_VERIFICATION_FAILED'],
  loadingText: '登录中',
  callsPerMinute: 30,
})

export const getSelf = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getSelf',
  summary: '自己的角色、权限和登录步骤',
  access: access.operatorAtAnyStep,
  input: noInput,
  data: z.object({
    operator: operatorFacts,
    rights: z.array(z.enum(operatorRights)),
    step,
    /** Name under which customers read answers. */
    displayName: z.optional(z.string()),
  }),
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/changePassword',
  summary: '修改自己的密码（至少 12 位），其他登录随即失效',
  access: access.operatorAtAnyStep,
  input: z.strictObject({ oldPassword: givenPassword, newPassword }),
  data: z.null(),
  errors: ['OLD_PASSWORD_WRONG'],
})

export const beginSecondFactor = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/beginSecondFactor',
  summary: '开始绑定动态口令（TOTP），得到密钥；确认前可重新开始',
  access: access.operatorAtAnyStep,
  input: noInput,
  data: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/confirmSecondFactor',
  summary: '用一次动态口令确认绑定，得到只显示一次的恢复码',
  access: access.operatorAtAnyStep,
  input: z.strictObject({ totp }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['VERIFICATION_CODE_WRONG'],
})

export const proveSecondFactor = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/proveSecondFactor',
  summary: '登录的第二步：动态口令，或一个恢复码；每个只能用一次',
  access: access.operatorAtAnyStep,
  /** One of the two. */
  input: z.strictObject({ totp: z.optional(totp), recoveryCode: z.optional(recoveryCode) }),
  data: z.null(),
  errors: ['VERIFICATION_CODE_WRONG'],
  callsPerMinute: 30,
})

export const renewSecondFactor = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/renewSecondFactor',
  summary: '换一批自己的恢复码，或重新绑定动态口令；先验证密码和当前的动态口令',
  access: access.anyOperator,
  input: z.strictObject({ password: givenPassword, totp, what: z.enum(['recoveryCodes', 'secondFactor']) }),
  /** Empty where the second factor is enrolled anew: it brings its own. */
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['OLD_PASSWORD_WRONG', 'VERIFICATION_CODE_WRONG'],
})

export const logOut = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/logOut',
  summary: '退出登录',
  access: access.operatorAtAnyStep,
  input: noInput,
  data: z.null(),
})

export const getOperatorSessions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getOperatorSessions',
  summary: '有效的登录，新的在前；不带 operatorId 为自己的，他人的须有 operators.write',
  access: access.anyOperator,
  input: z.strictObject({ operatorId: z.optional(queryId) }),
  data: z.object({
    records: z.array(
      z.object({
        sessionId: positiveId,
        operatorId: positiveId,
        isCurrent: z.boolean(),
        /** Second factor proved. */
        isProved: z.boolean(),
        browser: z.string(),
        address: z.string(),
        createdAt: epochMillis,
        lastUsedAt: epochMillis,
        expiresAt: epochMillis,
      }),
    ),
  }),
})

export const endOperatorSession = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/endOperatorSession',
  summary: '结束一个登录：自己的，或有 operators.write 时他人的',
  access: access.anyOperator,
  input: z.strictObject({ sessionId: positiveId }),
  data: z.null(),
})

export const getOperators = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getOperators',
  summary: '运营人员，先建立的在前',
  access: access.operator('operators.write'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        operatorId: positiveId,
        name: shortText,
        role,
        isDisabled: z.boolean(),
        hasSecondFactor: z.boolean(),
        mustChangePassword: z.boolean(),
        createdAt: epochMillis,
        lastLoginAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const addOperator = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/addOperator',
  summary: '新建运营人员；初始密码只显示这一次，首次登录须修改并绑定动态口令',
  access: access.operator('operators.write'),
  input: z.strictObject({ name: z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9._-]{1,31}$/)), role }),
  data: z.object({ operatorId: positiveId, password: z.string() }),
})

export const changeOperator = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/changeOperator',
  summary: '修改角色，或停用和恢复；立即生效，最后一位有效的所有者不能降级或停用',
  access: access.operator('operators.write'),
  input: z.strictObject({ operatorId: positiveId, role: z.optional(role), isDisabled: z.optional(z.boolean()) }),
  data: z.null(),
})

export const resetOperator = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/resetOperator',
  summary: '重置密码（新密码只显示这一次）或解除动态口令；该人员的登录全部结束',
  access: access.operator('operators.write'),
  input: z.strictObject({ operatorId: positiveId, what: z.enum(['password', 'secondFactor']) }),
  data: z.object({ password: z.optional(z.string()) }),
})

export const setDisplayName = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setDisplayName',
  summary: '设置自己回复客户时的署名；空文字为用户名',
  access: access.operator('tickets.answer'),
  input: z.strictObject({ displayName: z.string().check(z.trim(), z.maxLength(32)) }),
  data: z.null(),
})
