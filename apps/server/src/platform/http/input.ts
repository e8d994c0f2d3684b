import type { Call, CallArguments } from '@yunji/contract/wire/call'
import type { ErrorName } from '@yunji/contract/wire/error-codes'
import { VERSION_CODE_PARAM } from '@yunji/contract/wire/request'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'

z.config(z.locales.zhCN())

const MAX_FIELDS_NAMED = 10
const MAX_MESSAGE_LENGTH = 120

/** Fields whose absence has its own code, for calls that declare it. */
const absenceErrors: Readonly<Record<string, ErrorName>> = {
  userId: 'USER_ID_EMPTY',
  userIds: 'USER_ID_EMPTY',
  jsCode: 'WECHAT_ACCOUNT_EMPTY',
  bindTicket: 'WECHAT_ACCOUNT_EMPTY',
  code: 'VERIFICATION_CODE_EMPTY',
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Declared code of the first absent field among the invalid ones. */
const absenceOf = (call: Call, raw: unknown, paths: readonly (readonly PropertyKey[])[]): ErrorName | undefined => {
  if (raw !== undefined && (typeof raw !== 'object' || raw === null)) return undefined
  for (const [field] of paths) {
    const error = typeof field === 'string' && Object.hasOwn(absenceErrors, field) ? absenceErrors[field] : undefined
    const value = (raw as Record<string, unknown> | undefined)?.[String(field)]
    if (error && call.errors.includes(error) && isAbsent(value)) return error
  }
  return undefined
}

/** Parses the input of a call; throws 1080 with the invalid fields. */
export const parseInput = <C extends Call>(call: C, raw: unknown): CallArguments<C> => {
  // A missing body means no fields; a body of `null` has the wrong type.
  const result = z.safeParse(call.input, raw === undefined ? {} : raw)
  if (result.success) return result.data as CallArguments<C>
  const absence = absenceOf(
    call,
    raw,
    result.error.issues.map(({ path }) => path),
  )
  if (absence) throw new AppError(absence)
  const fields = result.error.issues.slice(0, MAX_FIELDS_NAMED).map((issue) => ({
    field: issue.path.map(String).join('.').slice(0, MAX_MESSAGE_LENGTH),
    message: issue.message.slice(0, MAX_MESSAGE_LENGTH),
  }))
  const first = fields[0]
  const text = first ? `参数有误：${[first.field, first.message].filter(Boolean).join(' ')}` : undefined
  throw new AppError('BAD_INPUT', { ...(text && { text }), data: { fields } })
}

/** Query without the version that every client adds. A repeated parameter stays an array and fails its schema. */
export const queryInput = (query: unknown): Record<string, unknown> => {
  const { [VERSION_CODE_PARAM]: _version, ...input } = query as Record<string, unknown>
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('BAD_INPUT')
  }
  return input
}
