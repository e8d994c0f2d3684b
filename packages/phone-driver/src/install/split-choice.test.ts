import { describe, expect, test } from 'vitest'
import { listApkSet } from './apk-set.ts'
import { chooseSplits } from './split-choice.ts'

const phone = { sdk: 30, abis: ['arm64-v8a', 'armeabi-v7a'], densityDpi: 320, languages: ['zh', 'en'] }

describe('splits for a phone', () => {
  test('of a store, by its processor, density and languages', () => {
    const names = ['base', 'config.arm64_v8a', 'config.armeabi_v7a', 'config.x86_64', 'config.hdpi', 'config.xhdpi']
    const more = [
      'config.xxhdpi',
      'config.zh',
      'config.en',
      'config.de',
      'config.zh_TW',
      'feature',
      'feature.config.de',
    ]
    expect(chooseSplits([...names, ...more], phone)).toEqual([
      'base',
      'feature',
      'config.arm64_v8a',
      'config.xhdpi',
      'config.zh',
      'config.en',
      'config.zh_TW',
    ])
  })

  test('of bundletool, numbered ones too', () => {
    const names = [
      'base-master_2',
      'base-x86_64',
      'base-armeabi_v7a_2',
      'base-hdpi',
      'base-mdpi',
      'base-fil',
      'maps-master',
    ]
    expect(chooseSplits(names, phone)).toEqual(['base-master_2', 'base-armeabi_v7a_2', 'base-hdpi', 'maps-master'])
  })

  test.each([
    [160, 'split_config.mdpi'],
    [200, 'split_config.hdpi'],
    [560, 'split_config.xxhdpi'],
  ])('at %i dpi the next higher density, or the highest', (densityDpi, expected) => {
    const names = ['split_config.mdpi', 'split_config.xxhdpi', 'split_config.hdpi']
    expect(chooseSplits(names, { ...phone, densityDpi })).toEqual([expected])
  })

  test('for other processors only are refused', () => {
    expect(() => chooseSplits(['base', 'config.x86'], phone)).toThrow(expect.objectContaining({ kind: 'packageUnfit' }))
  })
})

describe('the table of an APK set', () => {
  const field = (number: number, content: Uint8Array | string) => {
    const bytes = Buffer.from(content as Uint8Array)
    return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes])
  }
  const variant = (minSdk: number, kind: number, ...paths: string[]) =>
    field(
      1,
      Buffer.concat([
        field(1, field(1, field(1, field(1, Buffer.from([8, minSdk]))))),
        field(
          2,
          Buffer.concat(paths.map((path) => field(2, Buffer.concat([field(2, path), field(kind, '\u0008\u0001')])))),
        ),
      ]),
    )
  const toc = Buffer.concat([
    variant(1, 4, 'standalones/standalone.apk'),
    variant(21, 3, 'splits/base-master.apk', 'splits/base-de.apk'),
    variant(28, 3, 'splits/base-master_2.apk'),
    variant(33, 3, 'splits/base-master_3.apk'),
    Buffer.from([0x1a, 0x02, 0x38, 0x30]), // a field that nobody needs
  ])

  test.each([
    [19, ['standalones/standalone.apk']],
    [26, ['splits/base-master.apk', 'splits/base-de.apk']],
    [30, ['splits/base-master_2.apk']],
    [35, ['splits/base-master_3.apk']],
  ])('for SDK %i', (sdk, paths) => {
    expect(listApkSet(toc, sdk)).toEqual(paths)
  })

  test('that is damaged', () => {
    for (const bytes of [toc.subarray(0, 40), Buffer.from([0x0f]), Buffer.alloc(20, 0xff)]) {
      expect(() => listApkSet(bytes, 30)).toThrow(expect.objectContaining({ kind: 'badPackage' }))
    }
  })
})
