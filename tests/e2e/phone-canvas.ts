import { eventually } from '@yunji/testkit/eventually'
import type { Page } from 'playwright-core'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

/** Positions of apps on the launcher, as fractions of the picture. */
export const launcherPositions = {
  notes: { x: 0.364, y: 0.892 },
  settings: { x: 0.87, y: 0.892 },
  /** In landscape. */
  wideNotes: { x: 0.422, y: 0.815 },
} as const

interface RelativePosition {
  readonly x: number
  readonly y: number
}

/** The phone's canvas on the page, with input. */
export const phoneCanvas = (page: Page) => {
  const canvas = shownPage(page).locator('canvas')

  const size = () => canvas.evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }))

  const isWide = async () => {
    const { width, height } = await size()
    return width > height
  }

  /** Position on the page, and whether the canvas is rotated. */
  const canvasRect = async () => {
    const box = await canvas.boundingBox()
    if (!box) throw new Error('no picture')
    const ownWidth = await canvas.evaluate((element: HTMLCanvasElement) => element.offsetWidth)
    return { box, isTurned: Math.abs(ownWidth - box.width) > 1 }
  }

  /** Picture to page coordinates; the picture is centred in the canvas. */
  const pointOf = async ({ x, y }: RelativePosition) => {
    const { box, isTurned } = await canvasRect()
    const { width, height } = await size()
    if (isTurned) {
      const scale = Math.min(box.width / height, box.height / width)
      return {
        x: box.x + (box.width - height * scale) / 2 + (1 - y) * height * scale,
        y: box.y + (box.height - width * scale) / 2 + x * width * scale,
      }
    }
    const scale = Math.min(box.width / width, box.height / height)
    return {
      x: box.x + (box.width - width * scale) / 2 + x * width * scale,
      y: box.y + (box.height - height * scale) / 2 + y * height * scale,
    }
  }

  /** A JPEG data URL, to detect changes. */
  const screenshot = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL('image/jpeg', 0.3))

  return {
    canvas,
    size,
    isWide,
    lie: canvasRect,
    look: screenshot,
    /** Waits until the canvas has more than one colour. */
    waitForPicture: () =>
      eventually(
        async () => {
          const colours = await canvas.evaluate((element: HTMLCanvasElement) => {
            const small = document.createElement('canvas')
            small.width = 16
            small.height = 16
            const context = small.getContext('2d')
            context?.drawImage(element, 0, 0, 16, 16)
            return new Set(new Uint32Array(context?.getImageData(0, 0, 16, 16).data.buffer ?? new ArrayBuffer())).size
          })
          if (colours < 8) throw new Error(`only ${colours} colours`)
        },
        { deadlineMs: LONG_TIMEOUT.timeout },
      ),
    tap: async (at: RelativePosition) => {
      const { x, y } = await pointOf(at)
      await page.mouse.click(x, y)
    },
    /** Runs `act` and waits until the picture has changed. */
    afterwards: async (act: () => Promise<void>) => {
      const before = await screenshot()
      await act()
      await eventually(
        async () => {
          if ((await screenshot()) === before) throw new Error('the picture has not changed')
        },
        { deadlineMs: LONG_TIMEOUT.timeout },
      )
    },
  }
}
