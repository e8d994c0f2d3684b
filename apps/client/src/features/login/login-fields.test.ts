import { expect, test } from 'vitest'
import { checkLogin, phoneDigits } from './login-fields.ts'

const right = { phone: '13800138000', password: 'yunji2026', hasAgreed: true }

test('a complete form has nothing to say', () => {
  expect(checkLogin(right)).toEqual({})
})

test.each([
  [{ phone: '' }, { phone: '请输入手机号' }],
  [{ phone: '1380013800' }, { phone: '手机号格式不正确' }],
  [{ phone: '12800138000' }, { phone: '手机号格式不正确' }],
  [{ password: '' }, { password: '请输入密码' }],
  [{ hasAgreed: false }, { hasAgreed: '请先阅读并同意用户协议和隐私政策' }],
])('%o is answered by %o', (wrong, errors) => {
  expect(checkLogin({ ...right, ...wrong })).toEqual(errors)
})

test.each([
  ['138 0013 8000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['86138', '86138'],
  ['138001380001', '13800138000'],
  ['abc', ''],
])('%s is read as %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})
