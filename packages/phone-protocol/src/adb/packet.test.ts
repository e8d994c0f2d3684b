import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { AdbCommand, AdbPacketReader, encodePacket } from './packet.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fromHex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

const OPEN_SHELL = '4f50454e 07000000 00000000 07000000 52020000 b0afbab1 7368656c 6c3a00'

describe('a packet', () => {
  test('is a header of six little-endian words and the payload', () => {
    const payload = new TextEncoder().encode('shell:\0')
    expect(hex(encodePacket(AdbCommand.OPEN, 7, 0, payload, { isChecksummed: true }))).toBe(
      OPEN_SHELL.replaceAll(' ', ''),
    )
  })

  test('carries a sum of 0 between peers that agreed to skip it', () => {
    expect(hex(encodePacket(AdbCommand.WRTE, 1, 2, Uint8Array.of(0xff)))).toBe(
      '5752544501000000020000000100000000000000a8adabbaff',
    )
  })

  test('without a payload ends after its header', () => {
    expect(hex(encodePacket(AdbCommand.OKAY, 0xffffffff, 3))).toBe('4f4b4159ffffffff030000000000000000000000b0b4bea6')
  })
})

describe('the reader', () => {
  test('reads the words back', () => {
    const [packet] = new AdbPacketReader().push(fromHex(OPEN_SHELL))
    expect(packet).toEqual({
      command: AdbCommand.OPEN,
      arg0: 7,
      arg1: 0,
      payload: new TextEncoder().encode('shell:\0'),
    })
  })

  test('refuses a magic that is not the complement of the command', () => {
    const bytes = encodePacket(AdbCommand.CNXN, 0, 0)
    bytes[20] = 0
    expect(() => new AdbPacketReader().push(bytes)).toThrow(ProtocolError)
  })

  test('refuses a command that does not exist', () => {
    expect(() => new AdbPacketReader().push(fromHex(`41414141${'0'.repeat(32)}bebebebe`))).toThrow(/Unknown command/)
  })

  test('refuses a payload over its limit before a byte of it has come', () => {
    const reader = new AdbPacketReader({ maxPayloadBytes: 4 })
    expect(() => reader.push(encodePacket(AdbCommand.WRTE, 1, 1, new Uint8Array(5)).subarray(0, 24))).toThrow(
      /5 bytes is too long/,
    )
  })

  test('gives the same packets for every way of cutting the stream', () => {
    const packet = fc.record({
      command: fc.constantFrom(...Object.values(AdbCommand)),
      arg0: fc.nat(0xffffffff),
      arg1: fc.nat(0xffffffff),
      payload: fc.uint8Array({ maxLength: 40 }),
    })
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 5 }), fc.integer({ min: 1, max: 70 }), (packets, step) => {
        const parts = packets.map(({ command, arg0, arg1, payload }) => encodePacket(command, arg0, arg1, payload))
        const stream = new Uint8Array(Buffer.concat(parts))
        const reader = new AdbPacketReader()
        const read = []
        for (let at = 0; at < stream.length; at += step) read.push(...reader.push(stream.subarray(at, at + step)))
        expect(read).toEqual(packets)
      }),
    )
  })
})
