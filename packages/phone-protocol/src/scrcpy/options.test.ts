import { describe, expect, test } from 'vitest'
import { DEFAULT_SERVER_OPTIONS, parseServerArguments, printServerArguments, socketName } from './options.ts'

describe("the server's arguments", () => {
  test('start from the defaults and take what is said', () => {
    const { version, options, unknownKeys } = parseServerArguments([
      '3.3.3',
      'scid=0badcafe',
      'max_size=1280',
      'audio=false',
      'tunnel_forward=true',
      'vd_destroy_content=false',
    ])
    expect(version).toBe('3.3.3')
    expect(options).toEqual({
      ...DEFAULT_SERVER_OPTIONS,
      scid: 0x0badcafe,
      max_size: 1280,
      audio: false,
      tunnel_forward: true,
    })
    expect(unknownKeys).toEqual(['vd_destroy_content'])
  })

  test('print only what differs, and read back', () => {
    const words = printServerArguments({ scid: 5, audio: false, control: true, max_fps: 60 })
    expect(words).toEqual(['3.3.3', 'scid=00000005', 'audio=false', 'max_fps=60'])
    expect(parseServerArguments(words).options).toMatchObject({ scid: 5, audio: false, control: true, max_fps: 60 })
  })

  test('drop every header for a raw stream', () => {
    const { options } = parseServerArguments(['3.3.3', 'raw_stream=true'])
    expect(options).toMatchObject({
      send_device_meta: false,
      send_frame_meta: false,
      send_dummy_byte: false,
      send_codec_meta: false,
    })
  })

  test('refuse what the server refuses', () => {
    expect(() => parseServerArguments([])).toThrow('Missing client version')
    expect(() => parseServerArguments(['3.3.3', 'video'])).toThrow('Invalid key=value pair: "video"')
    expect(() => parseServerArguments(['3.3.3', 'max_size=big'])).toThrow('For input string: "big"')
    expect(() => parseServerArguments(['3.3.3', 'max_fps='])).toThrow('For input string: ""')
  })

  test('name the sockets after the session', () => {
    expect(socketName(-1)).toBe('scrcpy')
    expect(socketName(0x1a2b)).toBe('scrcpy_00001a2b')
  })
})
