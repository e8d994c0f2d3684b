import { VERIFICATION_CODE_MESSAGE } from '@yunji/contract/validation/credentials'
import { expect, test } from 'vitest'
import { checkNewPhone, checkOldPhone, emptyNewPhone, emptyOldPhone } from './phone-fields.ts'

test.each([
  [{}, { code: '请输入验证码' }],
  [{ code: '123' }, { code: VERIFICATION_CODE_MESSAGE }],
  [{ code: '123456' }, {}],
  [{ by: 'password' as const, code: '1' }, { password: '请输入登录密码' }],
  [{ by: 'password' as const, password: 'x' }, {}],
])('of the old phone, %o is answered by %o', (values, errors) => {
  expect(checkOldPhone({ ...emptyOldPhone, ...values })).toEqual(errors)
})

const check = checkNewPhone('13800138000')

test.each([
  [{ code: '123456' }, { phone: '请输入新手机号' }],
  [{ phone: '1380013', code: '123456' }, { phone: '手机号格式不正确' }],
  [{ phone: '13800138000', code: '123456' }, { phone: '新手机号与当前手机号相同' }],
  [{ phone: '13900139000' }, { code: '请输入验证码' }],
  [{ phone: '13900139000', code: '123456' }, {}],
])('of the new phone, %o is answered by %o', (values, errors) => {
  expect(check({ ...emptyNewPhone, ...values })).toEqual(errors)
})
