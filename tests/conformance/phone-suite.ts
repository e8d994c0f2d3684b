import type { Phone } from '@yunji/phone-driver/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appChecks } from './phone/apps.ts'
import { awayChecks } from './phone/away-services.ts'
import { commandChecks } from './phone/commands.ts'
import { fileChecks } from './phone/files.ts'
import { installChecks } from './phone/install.ts'
import { persistenceChecks } from './phone/persistence.ts'
import { screenChecks } from './phone/screen.ts'

export interface PhoneUnderTest {
  readonly phone: Phone
  /** Whether the phone's content may be erased. */
  readonly mayErase: boolean
  /** An APK that the phone can run and does not have; null when none was given. */
  readonly apk: Uint8Array | null
  /** Reasons, by the name of the check, why this phone cannot be asked. */
  readonly lacks?: Readonly<Record<string, string>>
  /** Takes a binder service away or gives it back; absent where nobody can. */
  readonly setAway?: SetAway
  stop(): Promise<void>
}

type SetAway = (service: string, isAway: boolean) => Promise<unknown>

export interface PhoneCheck {
  readonly name: string
  readonly erases?: boolean
  run(phone: Phone): Promise<void>
}

/** A check during which services of the phone do not answer. */
export interface AwayCheck {
  readonly name: string
  run(phone: Phone, setAway: SetAway): Promise<void>
}

export interface InstallCheck {
  readonly name: string
  install(phone: Phone, apk: Uint8Array): Promise<void>
}

const GROUPS: Readonly<Record<string, readonly PhoneCheck[]>> = {
  commands: commandChecks,
  files: fileChecks,
  apps: appChecks,
  screen: screenChecks,
  'what lasts': persistenceChecks,
}

/** Conformance checks of a phone; the same for virtual and real ones. */
export function phoneSuite(name: string, open: () => Promise<PhoneUnderTest>): void {
  describe(`phone: ${name}`, () => {
    let subject: PhoneUnderTest
    beforeAll(async () => {
      subject = await open()
      await subject.phone.connect()
    })
    afterAll(() => subject?.stop())

    test('only checks of this suite are left out', () => {
      const known = Object.values(GROUPS).flatMap((checks) => checks.map((check) => check.name))
      expect(known).toEqual(expect.arrayContaining(Object.keys(subject.lacks ?? {})))
    })

    describe.for(Object.entries(GROUPS))('%s', ([, checks]) => {
      test.for(checks.map((check) => [check.name, check] as const))('%s', async ([, check], { skip }) => {
        if (check.erases) skip(!subject.mayErase, 'it would erase the phone')
        const reason = subject.lacks?.[check.name]
        skip(reason !== undefined, reason)
        await expect(check.run(subject.phone)).resolves.toBeUndefined()
      })
    })

    test.for(awayChecks.map((check) => [check.name, check] as const))('%s', async ([, check], { skip }) => {
      const { phone, setAway, mayErase } = subject
      if (!setAway || !mayErase) return skip('its services cannot be taken away')
      return expect(check.run(phone, setAway)).resolves.toBeUndefined()
    })

    test.for(installChecks.map((check) => [check.name, check] as const))('%s', async ([, check], { skip }) => {
      if (!subject.apk) return skip('YUNJI_PHONE_APK names no package to install')
      return expect(check.install(subject.phone, subject.apk)).resolves.toBeUndefined()
    })
  })
}
