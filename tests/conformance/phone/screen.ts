import type { ScreenFrame, ScreenSession } from '@yunji/phone-driver/types'
import { eventually } from '@yunji/testkit/eventually'
import { expect } from 'vitest'
import type { PhoneCheck } from '../phone-suite.ts'

const PNG_SIZE_OFFSET = 16
const OPTIONS = { maxSize: 1280, bitrate: 3_000_000, maxFps: 60 }
const NAL_TYPE = 0x1f
const SPS = 7

const collect = (screen: ScreenSession): ScreenFrame[] => {
  const frames: ScreenFrame[] = []
  screen.onFrame((frame) => frames.push(frame))
  return frames
}

export const screenChecks: readonly PhoneCheck[] = [
  {
    name: 'both screenshots are of one size',
    async run(phone) {
      const { width, height, rgba } = await phone.screenshotRaw()
      expect(rgba.length).toBe(width * height * 4)
      const png = Buffer.from(await phone.screenshotPng())
      expect([png.readUInt32BE(PNG_SIZE_OFFSET), png.readUInt32BE(PNG_SIZE_OFFSET + 4)]).toEqual([width, height])
    },
  },
  {
    name: 'its screen begins with how to decode it and a whole picture',
    async run(phone) {
      const screen = await phone.openScreen(OPTIONS)
      const frames = collect(screen)
      expect(Math.max(screen.size.width, screen.size.height)).toBeLessThanOrEqual(OPTIONS.maxSize)
      const [type] = screen.config.data.subarray(4)
      expect((type ?? 0) & NAL_TYPE).toBe(SPS)
      await eventually(() => expect(frames[0]?.isKey).toBe(true))
      await screen.close()
    },
  },
  {
    name: 'another whole picture comes on demand, also of a screen that stands still',
    async run(phone) {
      const screen = await phone.openScreen(OPTIONS)
      const frames = collect(screen)
      await eventually(() => expect(frames.filter(({ isKey }) => isKey)).toHaveLength(1))
      screen.requestKeyFrame()
      await eventually(() => expect(frames.filter(({ isKey }) => isKey).length).toBeGreaterThanOrEqual(2))
      await screen.close()
    },
  },
  {
    name: 'a rotation brings the new size',
    async run(phone) {
      const screen = await phone.openScreen(OPTIONS)
      const before = screen.size
      screen.control({ type: 'rotateDevice' })
      await eventually(() => expect(screen.size.width > screen.size.height).toBe(before.width < before.height))
      screen.control({ type: 'rotateDevice' })
      await eventually(() => expect([screen.size.width, screen.size.height]).toEqual([before.width, before.height]))
      await screen.close()
    },
  },
  {
    name: 'two sessions show the same phone',
    async run(phone) {
      const screens = await Promise.all([phone.openScreen(OPTIONS), phone.openScreen({ ...OPTIONS, maxSize: 640 })])
      const frames = screens.map(collect)
      await eventually(() => expect(frames.map((list) => list[0]?.isKey)).toEqual([true, true]))
      await Promise.all(screens.map((screen) => screen.close()))
    },
  },
  {
    name: 'its clipboard is told when it changes, set and read, in Chinese too',
    async run(phone) {
      const screen = await phone.openScreen(OPTIONS)
      const clipboards: string[] = []
      screen.onClipboard((text) => clipboards.push(text))
      await phone.setClipboard('你好, clipboard')
      await eventually(() => expect(clipboards).toContain('你好, clipboard'))
      expect(await phone.getClipboard()).toBe('你好, clipboard')
      await screen.close()
    },
  },
  {
    name: 'text is typed',
    async run(phone) {
      await phone.typeText('hello')
      await phone.typeText('你好')
    },
  },
  {
    name: 'it tells what it encodes with',
    async run(phone) {
      const codecs = (await phone.listEncoders()).map(({ codec }) => codec)
      expect(codecs).toContain('h264')
    },
  },
]
