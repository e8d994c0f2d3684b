import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('the right password passes; a wrong one and a missing hash do not', async () => {
  const hash = await hashPassword('yunji2026')
  expect(await verifyPassword(hash, 'yunji2026')).toBe(true)
  expect(await verifyPassword(hash, 'yunji2027')).toBe(false)
  expect(await verifyPassword(null, 'no account has this password')).toBe(false)
})

test('many logins at once leave room for the file system, which shares their threads', async () => {
  const hash = await hashPassword('yunji2026')
  let verified = 0
  const all = Array.from({ length: 24 }, async () => {
    await verifyPassword(hash, 'yunji2026')
    verified += 1
  })
  for (let step = 0; step < 3; step += 1) await stat('.')
  expect(verified).toBeLessThan(12)
  await Promise.all(all)
})
