import { describe, expect, it } from 'vitest'
import { mainColour } from './main-colour.ts'

const opaque = (...pixels: readonly (readonly [number, number, number])[]) =>
  pixels.flatMap(([red, green, blue]) => [red, green, blue, 255])

describe('the main colour of a picture', () => {
  it.each([
    ['one colour is itself', opaque([10, 20, 200], [10, 20, 200]), 'rgb(10, 20, 200)'],
    ['greys mix evenly', opaque([0, 0, 0], [200, 200, 200]), 'rgb(100, 100, 100)'],
    ['a vivid pixel counts for more than a white one', opaque([255, 255, 255], [0, 0, 192]), 'rgb(10, 10, 194)'],
    ['nothing is black', [], 'rgb(0, 0, 0)'],
  ])('%s', (_name, pixels, expected) => expect(mainColour(pixels)).toBe(expected))
})
