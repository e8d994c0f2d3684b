import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeApk, makeZip, type TestApp } from '../testing/make-apk.ts'
import { ApkError, readApk } from './apk.ts'

const read = (bytes: Uint8Array) => readApk((offset, length) => bytes.subarray(offset, offset + length), bytes.length)
const failureOf = (action: () => unknown): unknown => {
  try {
    action()
  } catch (error) {
    return error
  }
  return null
}
const app: TestApp = { packageName: 'com.example.app', label: '示例', versionCode: 42, versionName: '1.2.3' }

test.each([true, false])('a manifest is read, as text: %s', (isPlain) => {
  expect(read(makeApk({ ...app, isPlain }))).toEqual({
    packageName: 'com.example.app',
    label: '示例',
    versionCode: 42,
    versionName: '1.2.3',
    activities: ['com.example.app.MainActivity'],
    mainActivity: 'com.example.app.MainActivity',
    requested: [],
    signer: expect.stringMatching(/^[0-9a-f]{64}$/),
    split: '',
    isSplitRequired: false,
  })
})

test('an app without a label is called by the end of its name', () => {
  expect(read(makeApk({ packageName: 'com.example.game' })).label).toBe('game')
})

/** The first byte of its content asks for a kind of block that does not exist. */
function withDamagedSignature(): Uint8Array {
  const bytes = Buffer.from(makeApk(app))
  const name = 'META-INF/CERT.RSA'
  bytes[bytes.indexOf(name) + name.length] = 0xff
  return bytes
}

describe('refused', () => {
  const manifest = (text: string) => makeZip([['AndroidManifest.xml', Buffer.from(text)]])
  test.each([
    ['nothing', new Uint8Array(0), 'INSTALL_PARSE_FAILED_NOT_APK'],
    ['a text', Buffer.from('hello'), 'INSTALL_PARSE_FAILED_NOT_APK'],
    ['a zip without a manifest', makeZip([['a', Buffer.from('b')]]), 'INSTALL_PARSE_FAILED_BAD_MANIFEST'],
    ['a manifest of noise', manifest('noise, noise'), 'INSTALL_PARSE_FAILED_BAD_MANIFEST'],
    ['no package', manifest('<manifest/>'), 'INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME'],
    [
      'a package that is a path',
      manifest('<manifest package="com.a/../../b"/>'),
      'INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME',
    ],
    [
      'a manifest that blows up',
      makeZip([['AndroidManifest.xml', new Uint8Array(8 * 1024 * 1024)]]),
      'cannot be unpacked',
    ],
    ['a signature that cannot be unpacked', withDamagedSignature(), 'INSTALL_PARSE_FAILED_NOT_APK'],
  ])('%s', (_, bytes, reason) => {
    expect(() => read(bytes)).toThrow(ApkError)
    expect(() => read(bytes)).toThrow(reason)
  })

  test('anything damaged, with that error and no other', () => {
    const whole = makeApk(app)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const damaged = Buffer.from(whole).subarray(0, Math.max(at + 1, length))
        damaged[at] = value
        expect(failureOf(() => read(damaged)) ?? new ApkError('')).toBeInstanceOf(ApkError)
      }),
      { numRuns: 500 },
    )
  })
})
