import * as z from 'zod/mini'

/** Rows of one page of a list, sent as `rows`. */
export const LIST_PAGE_ROWS = 10

/** Fields that many calls share. Every value from outside has a limit. */

/** Non-negative safe integer. */
export const count = z.int().check(z.minimum(0))
export const positiveId = z.int().check(z.minimum(1))
export const cents = z.int().check(z.minimum(0), z.maximum(100_000_000_00))
export const epochMillis = z.int().check(z.minimum(0))
export const shortText = z.string().check(z.maxLength(64))
export const longText = z.string().check(z.maxLength(512))
export const flag = z.literal([0, 1])

/** Query strings carry text only: a whole number in decimal digits, given to the handler as a number. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(minimum), z.maximum(maximum))),
  )

export const queryId = queryInteger(1, Number.MAX_SAFE_INTEGER)

/** Ids in a query, separated by commas. */
export const queryIds = (maximum: number) =>
  z.pipe(
    z.string().check(z.maxLength(maximum * 17), z.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(positiveId).check(z.maxLength(maximum)),
    ),
  )

type Fields = Readonly<Record<string, z.ZodMiniType>>

const optionals = <F extends Fields>(fields: F): { readonly [Name in keyof F]: z.ZodMiniOptional<F[Name]> } =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)])) as never

/**
 * Input of writes that replace a record. `basedOn` has values of the same fields: nothing is changed where the record no
 * longer has them (1016, with the record).
 */
export const replacing = <F extends Fields>(fields: F) =>
  z.strictObject({ ...fields, basedOn: z.optional(z.strictObject(optionals(fields))) })

/** The input of a call that takes nothing. */
export const noInput = z.strictObject({})

/** Query of every paged list. */
export const pageQuery = {
  page: z.prefault(queryInteger(1, 100_000), '1'),
  rows: z.prefault(queryInteger(1, 100), String(LIST_PAGE_ROWS)),
}

/** Answer of every paged list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) => ({
  records: z.array(item),
  page: positiveId,
  totalPage: count,
})

/** Query of a list that is paged by key: the `nextCursor` of the page before. */
export const cursorQuery = { cursor: z.optional(z.string().check(z.regex(/^\d{1,19}(?:-\d{1,19})?$/))) }

/** Answer of a list that is paged by key; `nextCursor` is null on the last page. */
export const keysetOf = <Item extends z.ZodMiniType>(item: Item) => ({
  records: z.array(item),
  nextCursor: z.nullable(z.string()),
})

/** Yes and no, where a number stands for them (section 3). */
export const YesNo = { no: 0, yes: 1 } as const
export type YesNo = (typeof YesNo)[keyof typeof YesNo]
