import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneSuite } from './phone-suite.ts'
import { realPartsChecks } from './real-parts/checks.ts'
import { missingReason, openRealParts, type RealPartsUnderTest } from './real-parts/open.ts'

const reason = await missingReason()

test('the driver is judged by parts of Android', ({ skip }) => {
  skip(reason !== undefined, reason)
  expect(reason).toBeUndefined()
})

describe.skipIf(reason)('real parts', () => {
  describe.for(['shell', 'root'] as const)('adbd as %s', (user) => {
    phoneSuite('the suite', () => openRealParts(user))

    describe('checks of its own', () => {
      let subject: RealPartsUnderTest
      beforeAll(async () => {
        subject = await openRealParts(user)
        await subject.phone.connect()
      })
      afterAll(() => subject?.stop())

      test.for(realPartsChecks.map((check) => [check.name, check] as const))('%s', ([, check]) =>
        expect(check.run(subject)).resolves.toBeUndefined(),
      )
    })
  })
})
