import { findContrastViolations } from '@yunji/testkit/accessibility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findScreenProblems, lookAt, openClient, openClientOfDemo } from '../e2e/look-at-screen.ts'
import { createPeople } from '../e2e/people.ts'
import { useRunningSystem } from '../e2e/running-system.ts'
import type { Visit } from '../e2e/visit.ts'
import { givePlenty, type Plenty } from '../support/plenty.ts'
import { screensOf } from '../support/screens.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

let plenty: Plenty
beforeAll(async () => {
  plenty = await givePlenty(system.url(), system.databaseUrl())
})

describe('an account with nothing', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await people.signUp({ hasPassword: false })
    await openClient(visit)
  })
  afterAll(() => visit.context.close())

  test.each(screensOf('nothing', 'web'))('$route', async (screen) => {
    expect(await lookAt(visit, screen, plenty)).toEqual([])
    expect(await findScreenProblems(visit)).toEqual([])
  })
})

describe('an account with plenty, in the dark', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await system.visit({ colorScheme: 'dark' })
    await openClientOfDemo(visit)
  })
  afterAll(() => visit.context.close())

  test.each(screensOf('plenty', 'web'))('$route', async (screen) => {
    expect(await lookAt(visit, screen, plenty)).toEqual([])
    expect(await findContrastViolations(visit.page, '#app')).toEqual([])
  })
})
