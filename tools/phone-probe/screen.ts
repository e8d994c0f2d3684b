import type { Phone, ScreenFrame } from '@yunji/phone-driver/types'

const FRAME_TIMEOUT_MS = 10_000

/** Opens the screen and waits for a frame, then for a requested key frame. */
export async function watchScreen(phone: Phone): Promise<string> {
  const startedAt = performance.now()
  const screen = await phone.openScreen({ maxSize: 1280, bitrate: 3_000_000, maxFps: 60 })
  try {
    const frames = new FrameQueue()
    screen.onFrame((frame) => frames.add(frame))
    const first = await frames.nextKey()
    const firstMs = performance.now() - startedAt
    screen.requestKeyFrame()
    await frames.nextKey()
    const { width, height } = screen.size
    return `${width} × ${height}, first picture of ${Math.round(first.data.length / 1024)} kB after ${firstMs.toFixed(0)} ms`
  } finally {
    await screen.close()
  }
}

class FrameQueue {
  #frames: ScreenFrame[] = []
  #wake = () => {}

  add(frame: ScreenFrame): void {
    this.#frames.push(frame)
    this.#wake()
  }

  async nextKey(): Promise<ScreenFrame> {
    const deadline = AbortSignal.timeout(FRAME_TIMEOUT_MS)
    for (;;) {
      const found = this.#frames.splice(0).find(({ isKey }) => isKey)
      if (found) return found
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve
        deadline.addEventListener('abort', () => reject(new Error('no picture came')), { once: true })
      })
    }
  }
}
