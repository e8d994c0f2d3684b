import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSurface, type Picture, shownSize } from './surface.ts'

const high = { width: 720, height: 1280 }

describe('how much of a picture is drawn', () => {
  it.each([
    ['all of it on a fine screen', { width: 390, height: 792 }, 3, high],
    ['what a coarse screen shows', { width: 390, height: 792 }, 1, { width: 390, height: 693 }],
    ['what fits the height', { width: 390, height: 400 }, 1, { width: 225, height: 400 }],
    ['all of it where nothing is known of the screen', { width: 0, height: 0 }, 1, high],
  ])('%s', (_name, box, pixelRatio, size) => expect(shownSize(high, box, pixelRatio)).toEqual(size))
})

let resize: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('ResizeObserver', function observe(this: object, listener: () => void) {
    resize = listener
    Object.assign(this, { observe: () => undefined, disconnect: () => (resize = () => undefined) })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = () => {
  const drawn: unknown[] = []
  const context = { drawImage: (...words: unknown[]) => drawn.push(words), putImageData: () => drawn.push('pixels') }
  const canvas = { width: 300, height: 150, clientWidth: 390, clientHeight: 792, getContext: () => context }
  const onDrawn = vi.fn<() => void>()
  const surface = createSurface(canvas as unknown as HTMLCanvasElement, onDrawn)
  const makePicture = () => ({ close: vi.fn<() => void>() }) as unknown as Picture
  return { surface, canvas, drawn, onDrawn, makePicture }
}

describe('a surface', () => {
  it('draws what the screen shows, and tells of the whole picture', () => {
    const { surface, canvas, drawn, onDrawn, makePicture } = open()
    const picture = makePicture()
    surface.draw(picture, high)
    expect(canvas).toMatchObject({ width: 390, height: 693 })
    expect(drawn).toEqual([[picture, 0, 0, 390, 693]])
    expect(onDrawn).toHaveBeenCalledExactlyOnceWith(high)
  })

  it('keeps one picture, until there is another or none is wanted', () => {
    const { surface, makePicture } = open()
    const [first, second] = [makePicture(), makePicture()]
    surface.draw(first, high)
    expect(first.close).not.toHaveBeenCalled()
    surface.draw(second, high)
    expect(first.close).toHaveBeenCalledOnce()
    surface.close()
    expect(second.close).toHaveBeenCalledOnce()
  })

  it('draws a picture at rest again when its place grows, and only then', () => {
    const { surface, canvas, drawn, makePicture } = open()
    resize()
    surface.draw(makePicture(), high)
    resize()
    expect(drawn).toHaveLength(1)
    Object.assign(canvas, { clientWidth: 600, clientHeight: 1200 })
    resize()
    expect(canvas).toMatchObject({ width: 600, height: 1067 })
    expect(drawn).toHaveLength(2)
    surface.close()
    Object.assign(canvas, { clientWidth: 300 })
    resize()
    expect(drawn).toHaveLength(2)
  })

  it('takes pixels as they are', () => {
    const { surface, canvas, drawn, makePicture } = open()
    const picture = makePicture()
    surface.draw(picture, high)
    surface.drawPixels(high as ImageData)
    expect(picture.close).toHaveBeenCalledOnce()
    expect(canvas).toMatchObject(high)
    expect(drawn.at(-1)).toBe('pixels')
  })
})
