import { expect, it } from 'vitest'
import { DEFAULT_RENEWAL_REMINDER } from './rules.ts'

it('says that the device has expired, is kept for two hours, and wants to be renewed', () => {
  expect(DEFAULT_RENEWAL_REMINDER).toBe('设备已到期，系统保留 2 小时，请及时续费')
})
