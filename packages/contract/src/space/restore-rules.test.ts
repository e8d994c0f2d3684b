import { expect, test } from 'vitest'
import { findRestoreFit, findStoppedFit } from './restore-rules.ts'

const backup = {
  androidVersion: '10',
  sdk: 29,
  hasAppData: true,
  onlyPackages: 0,
  rawBytes: 1024 ** 3,
  apps: [
    { packageName: 'com.a', label: '甲', versionCode: 3, abi: null },
    { packageName: 'com.b', label: null, versionCode: 3, abi: 'arm64-v8a' },
  ],
}
const target = {
  androidVersion: '10',
  sdk: 29,
  abis: ['arm64-v8a'],
  freeBytes: 4 * 1024 ** 3,
  versions: new Map([['com.a', 3]]),
}

test('a backup fits its own phone', () => {
  const { obstacles, notes } = findRestoreFit(backup, target)
  expect(obstacles).toEqual([])
  expect(notes).toHaveLength(3)
})

test('a backup of chosen apps says that all files of the shared storage are replaced', () => {
  const { notes } = findRestoreFit({ ...backup, onlyPackages: 2 }, target)
  expect(notes).toContain('备份只含选择的 2 个应用，但照片、下载等文件仍会全部替换，不只是这些应用的')
})

test('a newer Android and too little space are obstacles, with figures', () => {
  const older = { ...target, androidVersion: '9', sdk: 28, freeBytes: 300 * 1024 ** 2 }
  expect(findRestoreFit(backup, older).obstacles).toEqual([
    '备份来自 Android 10，高于该设备的 Android 9，不能恢复',
    '需要 1.1 GB 可用空间（恢复完成前原数据仍保留），该设备剩余 300 MB',
  ])
})

test('the old data must fit beside the new', () => {
  const atLimit = { ...target, freeBytes: backup.rawBytes + 64 * 1024 ** 2 }
  expect(findRestoreFit(backup, atLimit).obstacles).toEqual([])
  expect(findRestoreFit(backup, { ...atLimit, freeBytes: atLimit.freeBytes - 1 }).obstacles).toHaveLength(1)
})

test('apps for other processors, newer apps and another Android are said', () => {
  const other = { ...target, sdk: 30, androidVersion: '11', abis: ['x86_64'], versions: new Map([['com.a', 9]]) }
  const { obstacles, notes } = findRestoreFit({ ...backup, hasAppData: false }, other)
  expect(obstacles).toEqual([])
  expect(notes).toContain('1 个应用不适合该设备的处理器，不会恢复：com.b')
  expect(notes).toContain('1 个应用在该设备上更新，保留新版本，只恢复数据：甲')
  expect(notes).toContain('Android 版本不同，系统应用的数据不会恢复')
  expect(notes).toContain('备份中没有应用数据，只恢复应用和文件')
})

test('a phone that is off is told to be switched on and checked by the restore itself', () => {
  const { obstacles, notes } = findStoppedFit({ ...backup, hasAppData: false })
  expect(obstacles).toEqual([])
  expect(notes[0]).toContain('会先开机')
  expect(notes).toContain('备份中没有应用数据，只恢复应用和文件')
  expect(notes.slice(1, 3)).toEqual(findRestoreFit(backup, target).notes.slice(0, 2))
})
