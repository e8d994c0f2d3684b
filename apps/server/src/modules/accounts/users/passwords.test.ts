import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashCheaply } from '../../../testing/cheap-hash.ts'
import { hashPassword, QUEUE_LENGTH, verifyPassword } from './passwords.ts'

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

test('a flood of checks is refused with 429 beyond what can wait', async () => {
  const hash = await hashCheaply('yunji2026')
  const all = Array.from({ length: QUEUE_LENGTH + 50 }, () => verifyPassword(hash, 'yunji2026'))
  const refused = (await Promise.allSettled(all)).filter((check) => check.status === 'rejected')
  expect(refused).toHaveLength(48)
  for (const { reason } of refused) expect(reason).toMatchObject({ error: 'RATE_LIMITED' })
})
