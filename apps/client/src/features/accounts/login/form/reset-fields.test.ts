import { expect, test } from 'vitest'
import { checkReset } from './reset-fields.ts'

const right = { phone: '13800138000', code: '307512', newPassword: 'yunji2027' }

test('a complete form has nothing to say', () => expect(checkReset(right)).toEqual({}))

test.each([
  [{ phone: '' }, { phone: '请输入手机号' }],
  [{ phone: '138' }, { phone: '手机号格式不正确' }],
  [{ code: '' }, { code: '请输入验证码' }],
  [{ code: '123' }, { code: '验证码为 6 位数字' }],
  [{ newPassword: '' }, { newPassword: '请输入新密码' }],
  [{ newPassword: '12345678' }, { newPassword: '密码为 6–13 位字母和数字组合' }],
])('%o is answered by %o', (wrong, errors) => {
  expect(checkReset({ ...right, ...wrong })).toEqual(errors)
})
