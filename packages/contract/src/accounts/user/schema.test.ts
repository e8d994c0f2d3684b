import { describe, expect, it } from 'vitest'
import { mobilePhone, newPassword, smsCode } from './schema.ts'

describe('fields with a form of their own', () => {
  it.each([
    [mobilePhone, '13800138000', '12800138000', '手机号格式不正确'],
    [newPassword, 'yunji2026', 'yunji 2026', '密码为 6–13 位字母和数字组合'],
    [smsCode, '000000', '00000', '验证码为 6 位数字'],
  ])('%#', (field, right, wrong, message) => {
    expect(field.safeParse(right).success).toBe(true)
    expect(field.safeParse(wrong).error?.issues[0]?.message).toBe(message)
  })
})
