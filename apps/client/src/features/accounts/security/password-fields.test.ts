import { expect, test } from 'vitest'
import { checkNewPassword, checkPasswordChange, emptyPasswordChange, passwordStrength } from './password-fields.ts'

const right = { oldPassword: 'yunji2026', newPassword: 'cloud2027', repeated: 'cloud2027' }

test('a complete change has nothing to say', () => {
  expect(checkPasswordChange(right)).toEqual({})
  expect(checkNewPassword({ newPassword: 'cloud2027', repeated: 'cloud2027' })).toEqual({})
})

test('an empty one says what is missing, field by field', () => {
  expect(checkPasswordChange(emptyPasswordChange)).toEqual({
    oldPassword: '请输入原密码',
    newPassword: '请输入新密码',
    repeated: '请再次输入新密码',
  })
})

test.each([
  [{ newPassword: '123456', repeated: '123456' }, { newPassword: '密码为 6–13 位字母和数字组合' }],
  [{ newPassword: 'cloud 2027', repeated: 'cloud 2027' }, { newPassword: '密码为 6–13 位字母和数字组合' }],
  [{ repeated: 'cloud2028' }, { repeated: '两次输入的密码不一致' }],
  [{ newPassword: 'yunji2026', repeated: 'yunji2026' }, { newPassword: '新密码不能与原密码相同' }],
  [{ oldPassword: 'old' }, {}],
])('%o is answered by %o', (changed, errors) => {
  expect(checkPasswordChange({ ...right, ...changed })).toEqual(errors)
})

test.each([
  ['', undefined],
  ['123456', undefined],
  ['cloud 2027', undefined],
  ['abc123', 'weak'],
  ['aaaaaaaaa111', 'weak'],
  ['cloudphone27', 'medium'],
  ['Cloud27', 'medium'],
  ['CloudPhone27', 'strong'],
] as const)('%s is %s', (text, strength) => {
  expect(passwordStrength(text)).toBe(strength)
})
