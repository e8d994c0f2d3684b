import { describe, expect, test } from 'vitest'
import { parsePackageReport } from './plan.ts'
import { findRefusal } from './tar-rules.ts'

const APP = 'data/data/com.example.notes'
const SHARED = 'storage/emulated/0'
const member = (name: string, type = '0', linkName = '', recordTypes: readonly string[] = []) => ({
  name,
  type,
  linkName,
  sizeBytes: 0,
  recordTypes,
})

describe('members of a backup', () => {
  test.each([`${APP}/`, `${APP}/files/a..b`, `${APP}/files/ a `, `${SHARED}/`, `${SHARED}/DCIM/.x/日.jpg`])(
    '%s is kept',
    (name) => {
      expect(findRefusal(member(name))).toBeNull()
    },
  )

  test.each([
    '/data/data/com.example.notes/x',
    `${APP}/../com.example.bank/x`,
    `${APP}/files/..`,
    `${APP}//x`,
    `./${APP}/x`,
    `${SHARED}/../../../data/x`,
    'storage/emulated/10/x',
    'storage/emulated/0x/a',
    'data/data/../x/y',
    'data/data/.hidden/x',
    'data/data',
    'data/system/users/0/x',
    'system/bin/sh',
    `${SHARED}/${'a'.repeat(256)}`,
    `${SHARED}/${'a/'.repeat(300)}`,
    '',
    '..',
  ])('"%s" leads out of its place', (name) => {
    expect(findRefusal(member(name))).toBe('name')
  })

  test('a name may not come from a pax record', () => {
    for (const record of ['x', 'g']) expect(findRefusal(member(`${APP}/x`, '0', '', ['L', record]))).toBe('name')
    expect(findRefusal(member(`${APP}/x`, '0', '', ['L', 'K']))).toBeNull()
  })

  test.each(['3', '4', '6', 'S', 'M', 'V'])('type %s is no file, folder or link', (type) => {
    expect(findRefusal(member(`${APP}/x`, type))).toBe('special')
  })

  test.each([
    [`${APP}/files/a`, 'b'],
    [`${APP}/files/a`, '../databases/b'],
    [`${APP}/files/a`, '..'],
    [`${APP}/files/a`, '/data/data/com.example.notes/b'],
    [`${APP}/files/a`, '/data/user/0/com.example.notes/b'],
    [`${SHARED}/a`, 'Download/x'],
    [`${SHARED}/a`, '/sdcard/Download'],
  ])('%s may point to %s', (name, target) => {
    expect(findRefusal(member(name, '2', target))).toBeNull()
  })

  test.each([
    [`${APP}/files/a`, '/system/lib'],
    [`${APP}/files/a`, '/data/data/com.example.bank/files'],
    [`${APP}/files/a`, '/data/data/com.example.notes2'],
    [`${APP}/files/a`, '../../com.example.bank'],
    [`${APP}/files/a`, '../../../../etc'],
    [`${APP}/files/a`, 'b/../../../com.example.bank'],
    [`${APP}/files/a`, '../b/..'],
    [`${APP}/files/a`, ''],
    [`${SHARED}/a`, '/data/data/com.example.notes'],
    [`${SHARED}/a`, '..'],
  ])('%s may not point to %s', (name, target) => {
    expect(findRefusal(member(name, '2', target))).toBe('link')
  })

  test('a hard link stays in its place', () => {
    expect(findRefusal(member(`${APP}/a`, '1', `${APP}/b`))).toBeNull()
    for (const target of ['data/data/com.example.bank/b', 'data/system/x', `${APP}/../x`, `/${APP}/b`])
      expect(findRefusal(member(`${APP}/a`, '1', target))).toBe('link')
  })
})

test('permissions, ABI and oldest Android are read from the report of the package manager', () => {
  const report = `Packages:
  Package [com.example.notes] (1a2b3c4):
    primaryCpuAbi=arm64-v8a
    versionCode=3 minSdk=24 targetSdk=33
    install permissions:
      android.permission.INTERNET: granted=true
    User 0: ceDataInode=1 installed=true
      runtime permissions:
        android.permission.CAMERA: granted=true, flags=[ USER_SET ]
        android.permission.READ_SMS: granted=false, flags=[ USER_SET ]
        android.permission.RECORD_AUDIO: granted=true, flags=[ USER_SET ]
    User 10: ceDataInode=2 installed=true
      runtime permissions:
        android.permission.READ_CONTACTS: granted=true
  Package [com.example.plain] (2b3c4d5):
    primaryCpuAbi=null

Hidden system packages:
  Package [com.example.notes] (5):
    primaryCpuAbi=x86
`
  const packages = parsePackageReport(report)
  expect(packages.get('com.example.notes')).toEqual({
    permissions: ['android.permission.CAMERA', 'android.permission.RECORD_AUDIO'],
    abi: 'arm64-v8a',
    minSdk: 24,
  })
  expect(packages.get('com.example.plain')).toEqual({ permissions: [], abi: null, minSdk: null })
})
