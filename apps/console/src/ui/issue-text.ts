import type { Schema } from '@yunji/contract/wire/call'

/** Issue of a schema; the fields are those of zod. */
export interface Issue {
  readonly code?: string
  readonly path?: readonly PropertyKey[]
  readonly origin?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly message?: string
}

interface StandardSchema {
  readonly '~standard': { readonly validate: (value: unknown) => { readonly issues?: readonly Issue[] } }
}

/** Issues of a value by a schema of the contract, which checks at once; none for a value that matches. */
export const issuesOf = (schema: Schema, value: unknown): readonly Issue[] =>
  (schema as unknown as StandardSchema)['~standard'].validate(value).issues ?? []

const CHINESE = /\p{Script=Han}/u

/**
 * Words for an issue; most schemas of the contract carry none, since customers' forms have their own. `show` writes limits as
 * the field writes its value.
 */
export const textOfIssue = (
  { code, origin, minimum = 0, maximum = 0, message = '' }: Issue,
  show: (limit: number) => string = String,
): string => {
  // Rules that are written out bring their own words; those of other issues depend on the locale.
  if (code === 'custom' && CHINESE.test(message)) return message
  const isText = origin === 'string'
  const isList = origin === 'array'
  if (code === 'too_small') {
    if (minimum <= 1 && (isText || isList)) return isList ? '请至少填写一项' : '请填写'
    if (isText) return `至少 ${minimum} 个字符`
    return isList ? `至少 ${minimum} 项` : `不能小于 ${show(minimum)}`
  }
  if (code === 'too_big') {
    if (isText) return `最多 ${maximum} 个字符`
    return isList ? `最多 ${maximum} 项` : `不能大于 ${show(maximum)}`
  }
  if (code === 'invalid_type' || code === 'invalid_union') return '请填写正确的内容'
  if (code === 'invalid_value') return '请选择'
  return '格式不正确'
}
