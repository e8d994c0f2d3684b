import { createMigratedDatabase, type TestDatabase } from '@yunji/testkit/database'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError } from './config/names.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { checkProductionMark } from './production-mark.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createMigratedDatabase()
  database = openDatabase(testDatabase.url, pino({ level: 'silent' }))
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const clock = createFakeClock()
const start = (isProduction: boolean, isTrialByDefault: boolean) =>
  checkProductionMark(database.db, clock, { isProduction, isTrialByDefault })

it('lets no trial begin in a database that production has used', async () => {
  await start(false, true)
  await start(false, true)
  await Promise.all([start(true, false), start(true, false)])
  await expect(start(false, true)).rejects.toThrow(ConfigError)
  await expect(start(false, true)).rejects.toThrow('YUNJI_EMBEDDED=1')
  // Stand-ins by an explicit setting, and production itself.
  await start(false, false)
  await start(true, false)
})
