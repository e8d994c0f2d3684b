import { createFormControl, type FieldErrors, type FieldValues } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contractResolver } from './contract-resolver.ts'
import { textOfIssue } from './issue-text.ts'

const schema = z
  .strictObject({
    title: z.string().check(z.minLength(1)),
    tags: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
    hours: z.object({ start: z.string().check(z.minLength(1)), holidays: z.array(z.string().check(z.minLength(1))) }),
    items: z.array(z.object({ title: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
  })
  .check(z.refine(({ title }) => title !== '旧', '不能用旧的标题'))

const right = { title: '新', tags: ['甲'], hours: { start: '9', holidays: [] }, items: [{ title: '乙' }] }

/** Messages by field, after a submit of a form with these fields; undefined where the values were submitted. */
const errorsOf = async (fields: readonly string[], values: FieldValues) => {
  const { register, handleSubmit } = createFormControl<FieldValues>({
    resolver: contractResolver(schema),
    defaultValues: { ...right, ...values },
  })
  for (const name of fields) register(name)
  let errors: FieldErrors | undefined
  await handleSubmit(
    () => undefined,
    (found) => {
      errors = found
    },
  )()
  return errors
}

describe('an issue is shown', () => {
  it('at its own field', async () =>
    expect(await errorsOf(['title', 'items.0.title'], { title: '', items: [{ title: '' }] })).toMatchObject({
      title: { message: '请填写' },
      items: [{ title: { message: '请填写' } }],
    }))

  it('as missing where nothing was given', async () =>
    expect(await errorsOf(['hours.start'], { hours: { holidays: [] } })).toMatchObject({
      hours: { start: { message: '请填写' } },
    }))

  it('at the field around it, beside those of inner fields', async () =>
    expect(
      await errorsOf(['hours', 'hours.start', 'tags'], { tags: [''], hours: { start: '', holidays: ['元旦', ''] } }),
    ).toMatchObject({
      tags: { message: '请填写' },
      hours: { message: '请填写', start: { message: '请填写' } },
    }))

  it.each([
    [{ items: [] }, '请至少填写一项'],
    [{ title: '旧' }, '不能用旧的标题'],
    [{ hours: { start: '9', holidays: [''] } }, '请填写'],
  ])('with the form where no field has a place for it: %j', async (values, message) =>
    expect(await errorsOf(['title', 'items.0.title'], values)).toMatchObject({ root: { message } }),
  )
})

it('values that match are submitted', async () => expect(await errorsOf(['title'], {})).toBeUndefined())

it('words of a locale, where one is set, are not shown', () =>
  expect(textOfIssue({ code: 'invalid_format', message: '无效字符串：必须满足正则表达式 /^\\d+$/' })).toBe(
    '格式不正确',
  ))
