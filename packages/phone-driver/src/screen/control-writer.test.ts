import type { AdbSocket } from '@yume-chan/adb'
import { type ControlMessage, encodeControl } from '@yunji/phone-protocol/scrcpy/control'
import { ControlReader } from '@yunji/phone-protocol/scrcpy/control-reader'
import { eventually } from '@yunji/testkit/eventually'
import { expect, test } from 'vitest'
import { ControlWriter } from './control-writer.ts'

const move = (x: number): ControlMessage => ({
  type: 'injectTouch',
  action: 2,
  pointerId: 1n,
  position: { x, y: 1, width: 720, height: 1280 },
  pressure: 1,
  actionButton: 0,
  buttons: 0,
})

/** A phone that takes a write when it is told to. */
const createSocket = () => {
  const written: Uint8Array[] = []
  const waiting: { take(): void; refuse(): void }[] = []
  const writable = new WritableStream<Uint8Array>({
    write: (bytes) =>
      new Promise((resolve, reject) => {
        written.push(bytes)
        waiting.push({ take: resolve, refuse: () => reject(new Error('closed')) })
      }),
  })
  return { written, waiting, socket: { writable } as unknown as AdbSocket }
}

test('what is said while the phone is busy travels together, in order', async () => {
  const { socket, written, waiting } = createSocket()
  const writer = new ControlWriter(socket, () => expect.unreachable())
  for (let x = 0; x < 50; x += 1) writer.send(move(x))
  await eventually(() => expect(written).toHaveLength(1))
  waiting.shift()?.take()
  await eventually(() => expect(written).toHaveLength(2))
  waiting.shift()?.take()
  const reader = new ControlReader()
  const heard = written.flatMap((bytes) => reader.push(bytes))
  expect(heard).toEqual(Array.from({ length: 50 }, (_, x) => move(x)))
  expect(written[0]?.length).toBe(encodeControl(move(0)).length)
})

test('a phone that takes nothing is given up before memory is', async () => {
  const { socket, written } = createSocket()
  let failures = 0
  const writer = new ControlWriter(socket, () => (failures += 1))
  writer.send(move(0))
  await eventually(() => expect(written).toHaveLength(1))
  const long: ControlMessage = { type: 'setClipboard', sequence: 0n, isPaste: false, text: 'x'.repeat(100_000) }
  for (let count = 0; count < 10; count += 1) writer.send(long)
  expect(failures).toBe(0)
  writer.send(long)
  expect(failures).toBe(1)
})

test('a phone that is gone', async () => {
  const { socket, waiting } = createSocket()
  let failures = 0
  const writer = new ControlWriter(socket, () => (failures += 1))
  writer.send(move(0))
  await eventually(() => expect(waiting).toHaveLength(1))
  waiting[0]?.refuse()
  await eventually(() => expect(failures).toBe(1))
})
