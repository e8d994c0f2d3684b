import { describe, expect, test } from 'vitest'
import { type FieldErrors, type FormEvent, formState, newForm, shownErrors } from './form-state.ts'

interface Values {
  readonly phone: string
  readonly code: string
  readonly hasAgreed: boolean
}

const check = ({ phone, code, hasAgreed }: Values): FieldErrors<Values> => ({
  ...(phone.length !== 11 && { phone: '手机号格式不正确' }),
  ...(code.length !== 6 && { code: '验证码为 6 位数字' }),
  ...(!hasAgreed && { hasAgreed: '请先同意' }),
})

const play = (...events: readonly FormEvent<Values>[]) =>
  events.reduce(formState<Values>, newForm<Values>({ phone: '', code: '', hasAgreed: false }))

const told = (...events: readonly FormEvent<Values>[]) => {
  const state = play(...events)
  return shownErrors(state, check(state.values))
}

const type = (changed: Partial<Values>): FormEvent<Values> => ({ type: 'change', changed })
const leave = (name: keyof Values): FormEvent<Values> => ({ type: 'leave', name })

describe('what is wrong with a field', () => {
  test('is not told while it is typed', () => {
    expect(told(type({ phone: '138' }))).toEqual({})
  })

  test('is told when it is left', () => {
    expect(told(type({ phone: '138' }), leave('phone'))).toEqual({ phone: '手机号格式不正确' })
  })

  test('is not told of one that was only passed through', () => {
    expect(told(leave('phone'))).toEqual({})
  })

  test('is told no longer while it is corrected, and the other fields stay told', () => {
    const left = [type({ phone: '138', code: '1' }), leave('phone'), leave('code')]
    expect(told(...left, type({ phone: '1380' }))).toEqual({ code: '验证码为 6 位数字' })
    expect(told(...left, type({ phone: '1380' }), leave('phone'))).toHaveProperty('phone')
  })

  test('is told of every field that was to be sent, empty ones too', () => {
    expect(Object.keys(told({ type: 'settle' }))).toEqual(['phone', 'code', 'hasAgreed'])
  })
})

describe('what the server refuses', () => {
  const sent: readonly FormEvent<Values>[] = [
    type({ phone: '13800138000', code: '307512', hasAgreed: true }),
    { type: 'settle' },
    { type: 'send' },
  ]

  test('stands under its field until anything is changed', () => {
    const refused: FormEvent<Values> = { type: 'answer', refused: { code: '验证码不正确' } }
    expect(told(...sent, refused)).toEqual({ code: '验证码不正确' })
    expect(told(...sent, refused, type({ phone: '13800138001' }))).toEqual({})
  })

  test('ends the sending', () => {
    expect(play(...sent).isSending).toBe(true)
    expect(play(...sent, { type: 'answer', refused: {} }).isSending).toBe(false)
  })

  test('is gone when it is sent again', () => {
    expect(told(...sent, { type: 'answer', refused: { code: '验证码不正确' } }, { type: 'send' })).toEqual({})
  })
})
