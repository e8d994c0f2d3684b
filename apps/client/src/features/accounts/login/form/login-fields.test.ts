import { expect, test } from 'vitest'
import { checkLogin, type LoginFields, wayFor } from './login-fields.ts'

const byPassword: LoginFields = {
  way: 'password',
  phone: '13800138000',
  password: 'yunji2026',
  code: '',
  codeNeededFor: '',
  hasAgreed: true,
}
const byCode: LoginFields = { ...byPassword, way: 'code', password: '', code: '307512' }

test.each([byPassword, byCode])('a complete form has nothing to say: %o', (fields) => {
  expect(checkLogin(fields)).toEqual({})
})

test.each([
  [{ phone: '' }, { phone: '请输入手机号' }],
  [{ phone: '1380013800' }, { phone: '手机号格式不正确' }],
  [{ phone: '12800138000' }, { phone: '手机号格式不正确' }],
  [{ password: '' }, { password: '请输入密码' }],
  [{ hasAgreed: false }, { hasAgreed: '请先阅读并同意用户协议和隐私政策' }],
])('by password, %o is answered by %o', (wrong, errors) => {
  expect(checkLogin({ ...byPassword, ...wrong })).toEqual(errors)
})

test.each([
  [{ phone: '' }, { phone: '请输入手机号' }],
  [{ code: '' }, { code: '请输入验证码' }],
  [{ code: '30751' }, { code: '验证码为 6 位数字' }],
  [{ hasAgreed: false }, { hasAgreed: '请先阅读并同意用户协议和隐私政策' }],
])('by code, %o is answered by %o', (wrong, errors) => {
  expect(checkLogin({ ...byCode, ...wrong })).toEqual(errors)
})

test('a password that is not enough wants a code beside it, for that number alone', () => {
  const guessedAt = { ...byPassword, codeNeededFor: byPassword.phone }
  expect(checkLogin(guessedAt)).toEqual({ code: '请输入验证码' })
  expect(checkLogin({ ...guessedAt, code: '307512' })).toEqual({})
  expect(checkLogin({ ...guessedAt, phone: '13800138001' })).toEqual({})
})

const withPassword = { mobilePhone: '13800138000', showModifyPassword: 0 } as const
const withoutPassword = { mobilePhone: '13800138001', showModifyPassword: 1 } as const

test.each([
  ['nobody has been here', '', [], 'code'],
  ['nobody has been here', '13800138000', [], 'code'],
  ['somebody has', '', [withPassword], 'password'],
  ['the number is half typed', '1380013', [withPassword], 'password'],
  ['the number has been here', '13800138000', [withoutPassword, withPassword], 'password'],
  ['the number is another', '13800138002', [withPassword], 'code'],
  ['the number has no password', '13800138001', [withoutPassword, withPassword], 'code'],
  ['nobody here has a password', '', [withoutPassword, { showModifyPassword: 0 }], 'code'],
] as const)('%s (%j): %o is offered %s', (_case, phone, known, way) => {
  expect(wayFor(phone, known)).toBe(way)
})
