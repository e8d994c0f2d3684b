import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { jsonSchemaOf } from './openapi.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'

it('lists fields in their order, inner ones by their path', () => {
  const item = z.strictObject({ id: z.int().check(z.positive()), note: z.optional(z.string().check(z.maxLength(9))) })
  const schema = z.strictObject({
    items: z.array(item).check(z.minLength(1), z.maxLength(50)),
    to: z.nullable(z.string()),
  })
  expect(fieldsOf(jsonSchemaOf(schema, 'input'))).toEqual([
    { name: 'items', type: 'object[] 1–50 项', isRequired: true },
    { name: 'items[].id', type: 'integer ≥ 1', isRequired: true },
    { name: 'items[].note', type: 'string 长度 ≤ 9', isRequired: false },
    { name: 'to', type: 'string | null', isRequired: true },
  ])
})

it.each([
  [z.enum({ a: 1, b: 2 }), '1 | 2'],
  [z.literal(2), '2'],
  [z.int().check(z.minimum(1), z.maximum(5)), 'integer 1–5'],
  [z.string().check(z.regex(/^\d$/)), 'string ^\\d$'],
])('names a type with its limits', (schema, text) => expect(typeOf(jsonSchemaOf(schema, 'input'))).toBe(text))
