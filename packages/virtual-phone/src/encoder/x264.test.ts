import { MotionAction } from '@yunji/phone-protocol/scrcpy/control'
import type { VideoItem } from '@yunji/phone-protocol/scrcpy/video'
import { afterEach, describe, expect, test } from 'vitest'
import { ScrcpyHarness, Session } from '../scrcpy/testing/scrcpy-harness.ts'
import type { ScrcpyRun } from '../scrcpy/types.ts'
import { BROWSER_PACKAGE, NOTES_PACKAGE } from '../screen/built-in-apps.ts'
import type { RawImage } from '../screen/types.ts'
import { openDecoder, type Picture } from './testing/decoder.ts'

const WORDS = ['3.3.3', 'tunnel_forward=true', 'audio=false', 'video_bit_rate=3000000']
/** Mean difference of brightness, of 255, that nobody sees. */
const INVISIBLE = 2.5

const runs: ScrcpyRun[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.stop()
    await run.done
  }
})

async function open(words: readonly string[] = WORDS) {
  const phone = new ScrcpyHarness()
  runs.push(phone.start(words))
  await until(() => phone.listeners.size > 0)
  const session = new Session(phone)
  await until(() => session.frameCount > 0)
  return { phone, session }
}

async function until(isReached: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!isReached()) {
    if (Date.now() > deadline) throw new Error('it never happened')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const REST_MS = 250

/** Waits until the picture has come to rest, and been sharpened. */
async function rest(session: Session): Promise<void> {
  let [count, sinceMs] = [session.frameCount, Date.now()]
  await until(() => {
    if (session.frameCount !== count) [count, sinceMs] = [session.frameCount, Date.now()]
    return Date.now() - sinceMs >= REST_MS
  })
}

/** Every frame of a recording must decode; the answer is all pictures. */
async function decodeAll(items: readonly VideoItem[]): Promise<Picture[]> {
  const decoder = await openDecoder()
  let config: Uint8Array = new Uint8Array()
  const pictures = items.flatMap((item) => {
    if (item.type === 'config') config = item.data
    if (item.type !== 'frame') return []
    return [decoder.decode(item.isKey ? Buffer.concat([config, item.data]) : item.data)]
  })
  decoder.close()
  return pictures
}

function difference({ width, height, data }: RawImage, picture: Picture | undefined): number {
  expect(picture).toMatchObject({ width, height })
  let sum = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3)
    sum += Math.abs(16 + (65.738 * red + 129.057 * green + 25.064 * blue) / 256 - (picture?.luma[pixel] ?? 0))
  }
  return sum / (width * height)
}

describe('a recorded run', () => {
  test('decodes frame by frame into what was drawn, also after turning', async () => {
    const { phone, session } = await open()
    session.tell({ type: 'startApp', name: NOTES_PACKAGE })
    session.tell({ type: 'injectText', text: '你好，云机\n第二行' })
    await rest(session)
    session.tell({ type: 'startApp', name: BROWSER_PACKAGE })
    session.touch(MotionAction.down, 300, 1000)
    for (let y = 980; y > 500; y -= 20) {
      const before = session.frameCount
      session.touch(MotionAction.move, 300, y)
      await until(() => session.frameCount > before)
    }
    session.touch(MotionAction.up, 300, 500)
    await rest(session)
    const upright = phone.screen.screenshot()
    const uprightCount = session.frameCount
    const configs = () => session.read().filter(({ type }) => type === 'config').length
    const configsBefore = configs()
    session.tell({ type: 'rotateDevice' })
    await until(() => configs() > configsBefore)
    await rest(session)
    const pictures = await decodeAll(session.read())
    expect(pictures.length).toBeGreaterThan(20)
    expect(difference(upright, pictures[uprightCount - 1])).toBeLessThan(INVISIBLE)
    expect(difference(phone.screen.screenshot(), pictures.at(-1))).toBeLessThan(INVISIBLE)
  })

  test('starts again from any key frame, small pictures too', async () => {
    const { phone, session } = await open([...WORDS, 'max_size=640'])
    await rest(session)
    session.items.length = 0
    session.tell({ type: 'resetVideo' })
    session.tell({ type: 'startApp', name: NOTES_PACKAGE })
    await rest(session)
    const pictures = await decodeAll(session.read())
    expect(pictures.at(-1)).toMatchObject({ width: 360, height: 640 })
    const keyFrames = session.items.filter((item) => item.type === 'frame' && item.isKey)
    expect(keyFrames).toHaveLength(1)
    phone.screen.close()
  })

  test.each([
    ['profile=1', 66],
    ['level=1,profile=1', 66],
    ['', 100],
  ])('with "%s" has profile %i', async (codecOptions, profile) => {
    const { session } = await open([...WORDS, `video_codec_options=${codecOptions}`])
    const config = session.read().find((item) => item.type === 'config')
    const bytes = config?.type === 'config' ? [...config.data.subarray(0, 6)] : []
    expect(bytes.slice(0, 5)).toEqual([0, 0, 0, 1, 0x67])
    expect(bytes[5]).toBe(profile)
  })
})
