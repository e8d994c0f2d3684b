import { expect, test } from 'vitest'
import { parsePackages, parseVersionNames } from './apps.ts'
import { backoffMs } from './link/connection.ts'
import { parseAppNames } from './screen/app-names.ts'
import { parseEncoders } from './screen/encoders.ts'
import { explainEnd, serverCommand } from './screen/server.ts'
import { parseRawImage } from './screenshot.ts'

test('packages, with paths as Android 10 and 13 write them', () => {
  const text = [
    'package:/data/app/com.example.notes-1x_Y==/base.apk=com.example.notes versionCode:42',
    'package:/data/app/~~abc==/org.game-d==/base.apk=org.game versionCode:7 installer=null',
    'WARNING: linker: something else',
    '',
  ].join('\n')
  expect(parsePackages(text, false)).toEqual([
    {
      path: '/data/app/com.example.notes-1x_Y==/base.apk',
      packageName: 'com.example.notes',
      versionCode: 42,
      isSystem: false,
    },
    { path: '/data/app/~~abc==/org.game-d==/base.apk', packageName: 'org.game', versionCode: 7, isSystem: false },
  ])
})

test('the first version under a package is the one in use', () => {
  const report = [
    'Packages:',
    '  Package [com.example.notes] (a1b2):',
    '    codePath=/data/app/x',
    '    versionCode=42 minSdk=21',
    '    versionName=1.2 beta',
    '  Package [org.game] (c3d4):',
    '    versionName=3.0',
    'Hidden system packages:',
    '  Package [org.game] (e5f6):',
    '    versionName=2.0',
  ].join('\n')
  expect([...parseVersionNames(report)]).toEqual([
    ['com.example.notes', '1.2 beta'],
    ['org.game', '3.0'],
  ])
})

test('names of apps, also where they are too long for their column', () => {
  const output = [
    '[server] INFO: Device: [x] redroid (Android 10)',
    '[server] INFO: List of apps:',
    '    * Calculator                     com.android.calculator2',
    '    - 王者荣耀                       com.tencent.tmgp.sgame',
    '    - A very long name - with a dash, indeed',
    '                                   org.example.long',
  ].join('\n')
  expect([...parseAppNames(output)]).toEqual([
    ['com.android.calculator2', 'Calculator'],
    ['com.tencent.tmgp.sgame', '王者荣耀'],
    ['org.example.long', 'A very long name - with a dash, indeed'],
  ])
  expect(parseAppNames('ClassNotFoundException').size).toBe(0)
})

test('raw pictures with the header of Android 9 and of before', () => {
  const picture = (header: number[]) => {
    const bytes = new Uint8Array(header.length * 4 + 2 * 1 * 4).fill(9)
    const view = new DataView(bytes.buffer)
    for (const [at, value] of header.entries()) view.setUint32(at * 4, value, true)
    return bytes
  }
  const expected = { width: 2, height: 1, rgba: new Uint8Array(8).fill(9) }
  expect(parseRawImage(picture([2, 1, 1, 1]))).toEqual(expected)
  expect(parseRawImage(picture([2, 1, 1]))).toEqual(expected)
  expect(() => parseRawImage(picture([5, 1, 1, 1]))).toThrow('RGBA')
  expect(() => parseRawImage(picture([2, 1, 4, 1]))).toThrow('RGBA')
  expect(() => parseRawImage(new Uint8Array(3))).toThrow('no picture')
})

test('pauses double up to ten seconds, in the upper half at random', () => {
  const pauses = (random: number) => [0, 1, 2, 5, 6, 60].map((failures) => backoffMs(failures, () => random))
  expect(pauses(0)).toEqual([100, 200, 400, 3200, 5000, 5000])
  expect(pauses(1)).toEqual([200, 400, 800, 6400, 10_000, 10_000])
})

test('the words that start scrcpy’s server', () => {
  expect(serverCommand({ scid: 0x12ab, max_size: 1280, max_fps: 60, video_bit_rate: 3_000_000 })).toBe(
    'CLASSPATH=/data/local/tmp/yunji-scrcpy-3.3.3.jar app_process / com.genymobile.scrcpy.Server 3.3.3 ' +
      'scid=000012ab max_size=1280 max_fps=60 video_bit_rate=3000000 cleanup=false audio=false send_device_meta=false',
  )
})

test('why a server ended', () => {
  expect(explainEnd('java.lang.ClassNotFoundException: com.genymobile.scrcpy.Server')).toMatchObject({
    kind: 'unsupported',
  })
  const withoutEncoder = [
    "[server] DEBUG: Creating encoder by name: 'x'",
    '[server] ERROR: Could not create default video encoder for h264',
    'List of video encoders:',
    '[server] ERROR: Exception on thread Thread[video,5,main]',
  ]
  expect(explainEnd(withoutEncoder.join('\n'))).toMatchObject({
    kind: 'noEncoder',
    message: 'the phone cannot encode its screen: Could not create default video encoder for h264',
  })
  expect(explainEnd('[server] INFO: Device: Pixel\nKilled\n')).toMatchObject({
    kind: 'lost',
    message: 'the phone stopped showing its screen: Killed',
  })
})

test('a server that names its encoder has one', () => {
  const output = "[server] INFO: Device: Pixel\n[server] DEBUG: Using video encoder: 'c2.android.avc.encoder'\n"
  expect(explainEnd(output)).toMatchObject({ kind: 'lost' })
  expect(
    explainEnd(`${output}[server] ERROR: Capture/encoding error: java.lang.IllegalStateException: null\n`),
  ).toMatchObject({
    kind: 'lost',
    message: 'the phone stopped showing its screen: Capture/encoding error: java.lang.IllegalStateException: null',
  })
})

test('encoders, and why a server lists none', () => {
  const list = `[server] INFO: Device: [Google] google Pixel (Android 14)
[server] INFO: List of video encoders:
    --video-codec=h264 --video-encoder=c2.exynos.h264.encoder       (hw) [vendor]
    --video-codec=h264 --video-encoder=OMX.google.h264.encoder      (sw) (alias for c2.android.avc.encoder)
List of audio encoders:
    --audio-codec=opus --audio-encoder=c2.android.opus.encoder      (sw)
`
  expect(parseEncoders(list)).toEqual([
    { codec: 'h264', name: 'c2.exynos.h264.encoder', isHardware: true },
    { codec: 'h264', name: 'OMX.google.h264.encoder', isHardware: false },
  ])
  expect(parseEncoders('List of video encoders:\nList of audio encoders:\n')).toEqual([])
  const reasonOf = (output: string) => {
    try {
      return parseEncoders(output)
    } catch (error) {
      return error
    }
  }
  expect(reasonOf("Error: could not find class 'com.genymobile.scrcpy.Server'\n")).toMatchObject({
    kind: 'unsupported',
  })
  expect(reasonOf('[server] ERROR: The server version (3.3.3) does not match the client (2.0)\n')).toMatchObject({
    kind: 'lost',
    message: expect.stringContaining('does not match'),
  })
  expect(reasonOf('')).toMatchObject({ kind: 'lost' })
})
