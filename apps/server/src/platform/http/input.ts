import type { Call, CallArguments } from '@yunji/contract/wire/call'
import { VERSION_CODE_PARAM } from '@yunji/contract/wire/headers'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'

z.config(z.locales.zhCN())

const MAX_FIELDS_NAMED = 10
const MAX_MESSAGE_LENGTH = 120

/** Turns what came over the wire into what the handler takes, or answers 1080 with the fields that are wrong. */
export const parseInput = <C extends Call>(call: C, raw: unknown): CallArguments<C> => {
  // No body stands for no fields; a body of `null` is one of the wrong type.
  const result = z.safeParse(call.input, raw === undefined ? {} : raw)
  if (result.success) return result.data as CallArguments<C>
  const fields = result.error.issues.slice(0, MAX_FIELDS_NAMED).map((issue) => ({
    field: issue.path.map(String).join('.').slice(0, MAX_MESSAGE_LENGTH),
    message: issue.message.slice(0, MAX_MESSAGE_LENGTH),
  }))
  const first = fields[0]
  const text = first ? `参数有误：${[first.field, first.message].filter(Boolean).join(' ')}` : undefined
  throw new AppError('BAD_INPUT', { ...(text && { text }), data: { fields } })
}

/** The query without the version that every client adds. A doubled parameter stays an array and fails its schema. */
export const queryInput = (query: unknown): Record<string, unknown> => {
  const { [VERSION_CODE_PARAM]: _version, ...input } = query as Record<string, unknown>
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('BAD_INPUT')
  }
  return input
}
