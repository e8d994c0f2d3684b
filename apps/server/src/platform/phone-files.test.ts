import { expect, it } from 'vitest'
import { fileNameOf } from './phone-files.ts'

it.each([
  ['照片 1.jpg', '照片 1.jpg'],
  ['../../data/system/x', '_.._data_system_x'],
  ['..', ''],
  ['.hidden', 'hidden'],
  ['a/b\\c:d*e.txt', 'a_b_c_d_e.txt'],
  ['line\nbreak\u0000.txt', 'line_break_.txt'],
  ['\u202egnp.exe', '_gnp.exe'],
  ['  ', ''],
  ["$(reboot) 'x'.txt", "$(reboot) 'x'.txt"],
])('%j becomes %j', (given, expected) => expect(fileNameOf(given)).toBe(expected))

it('is cut to what a file system takes, and keeps its ending', () => {
  const name = fileNameOf(`${'云'.repeat(300)}.apk`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  expect(name.endsWith('.apk')).toBe(true)
})
