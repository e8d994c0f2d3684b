import { describe, expect, it } from 'vitest'
import { fitInside, isInside, toStreamPosition } from './layout.ts'

const box = { left: 10, top: 20, width: 400, height: 800 }

describe('the place of a picture in a box', () => {
  it.each([
    ['of the same shape', { width: 720, height: 1440 }, { left: 10, top: 20, width: 400, height: 800 }],
    ['wider', { width: 1280, height: 640 }, { left: 10, top: 320, width: 400, height: 200 }],
    ['higher', { width: 100, height: 800 }, { left: 160, top: 20, width: 100, height: 800 }],
    ['smaller', { width: 50, height: 50 }, { left: 10, top: 220, width: 400, height: 400 }],
  ])('%s', (_name, picture, place) => expect(fitInside(picture, box)).toEqual({ ...place, isRotated: false }))

  it.each([
    ['fills a box that its side fits', { width: 1440, height: 720 }, { left: 10, top: 20, width: 400, height: 800 }],
    ['is as large as it can be', { width: 1600, height: 400 }, { left: 110, top: 20, width: 200, height: 800 }],
  ])('turned, it %s', (_name, picture, place) =>
    expect(fitInside(picture, { ...box, isRotated: true })).toEqual({ ...place, isRotated: true }),
  )
})

describe('a point of the page on the picture', () => {
  const place = fitInside({ width: 1280, height: 640 }, box)

  it.each([
    ['its first corner', { x: 10, y: 320 }, { x: 0, y: 0 }],
    ['its last corner', { x: 410, y: 520 }, { x: 65_535, y: 65_535 }],
    ['its middle', { x: 210, y: 420 }, { x: 32_768, y: 32_768 }],
    ['beside it, the edge', { x: -50, y: 900 }, { x: 0, y: 65_535 }],
  ])('%s', (_name, point, expected) => expect(toStreamPosition(point, place)).toEqual(expected))

  it.each([
    ['its first corner is at the right', { x: 410, y: 20 }, { x: 0, y: 0 }],
    ['the end of its upper edge is at the bottom', { x: 410, y: 820 }, { x: 65_535, y: 0 }],
    ['its last corner is at the left', { x: 10, y: 820 }, { x: 65_535, y: 65_535 }],
    ['a quarter to the right is a quarter down', { x: 210, y: 220 }, { x: 16_384, y: 32_768 }],
    ['beside it, the edge', { x: 500, y: 900 }, { x: 65_535, y: 0 }],
  ])('turned: %s', (_name, point, expected) => {
    const turned = fitInside({ width: 1440, height: 720 }, { ...box, isRotated: true })
    expect(toStreamPosition(point, turned)).toEqual(expected)
  })

  it.each([
    [{ x: 10, y: 320 }, true],
    [{ x: 409, y: 519 }, true],
    [{ x: 410, y: 400 }, false],
    [{ x: 200, y: 319 }, false],
    [{ x: 9, y: 400 }, false],
    [{ x: 200, y: 520 }, false],
  ])('%j is on it: %s', (point, expected) => expect(isInside(point, place)).toBe(expected))
})
