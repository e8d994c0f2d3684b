import { expect, test } from 'vitest'
import { placeSpotlight } from './spotlight-place.ts'

const cover = { left: 100, top: 0, width: 390, height: 800 }

test('the card stands below an element of the upper half, and above one of the lower', () => {
  const bell = { left: 440, top: 10, width: 44, height: 44 }
  expect(placeSpotlight(cover, bell)).toEqual({
    light: { left: 334, top: 4, width: 56, height: 56 },
    card: { edge: 'top', px: 72 },
  })
  const tab = { left: 360, top: 744, width: 130, height: 50 }
  expect(placeSpotlight(cover, tab).card).toEqual({ edge: 'bottom', px: 74 })
})

test.each([
  ['there is none', undefined],
  ['it is below the fold', { left: 110, top: 780, width: 40, height: 44 }],
  ['it is above', { left: 110, top: -20, width: 40, height: 44 }],
  ['it takes most of the page', { left: 100, top: 50, width: 390, height: 700 }],
])('nothing is pointed at where %s', (_why, target) => {
  expect(placeSpotlight(cover, target)).toEqual({ light: undefined, card: undefined })
})

test('nothing is pointed at before the cover is there', () => {
  expect(placeSpotlight(undefined, cover).light).toBeUndefined()
})
