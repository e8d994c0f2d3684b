import { expect, it } from 'vitest'
import { hasDrifted, type KnownPictures, THUMBNAIL, type Thumbnail, toThumbnail } from './drift.ts'

const { width, height } = THUMBNAIL

/** A picture of grey cells. */
const picture = (brightnessOf: (x: number, y: number) => number, isWide = false) => {
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let cell = 0; cell < width * height; cell += 1)
    rgba.fill(brightnessOf(cell % width, Math.floor(cell / width)), cell * 4, cell * 4 + 4)
  return toThumbnail(rgba, isWide)
}

const launcher = (x: number, y: number) => (x * 37 + y * 91) % 256

const phone = (now: Thumbnail, known: KnownPictures = new Map()) => ({ now, known })

it('is blind to a status bar, to encoding noise and to a small notice', () => {
  const noisy = picture((x, y) => launcher(x, y) + ((x + y) % 2 === 0 ? 9 : -9))
  const other = picture((x, y) => (y === 0 || (y > 15 && x > 9) ? 255 : launcher(x, y)))
  expect(hasDrifted(phone(picture(launcher)), phone(noisy))).toBe(false)
  expect(hasDrifted(phone(picture(launcher)), phone(other))).toBe(false)
})

it('sees another page and another orientation', () => {
  expect(hasDrifted(phone(picture(launcher)), phone(picture(() => 250)))).toBe(true)
  expect(hasDrifted(phone(picture(launcher)), phone(picture(launcher, true)))).toBe(true)
})

it('knows the home screens of two phones, whatever their wallpapers', () => {
  const [light, dark] = [picture(() => 230), picture(() => 20)]
  const [one, other] = [new Map([['home', light]]), new Map([['home', dark]])]
  expect(hasDrifted(phone(light, one), phone(dark, other))).toBe(false)
  expect(hasDrifted(phone(light, one), phone(picture(launcher), other))).toBe(true)
  expect(hasDrifted(phone(picture(launcher), one), phone(dark, other))).toBe(true)
  expect(hasDrifted(phone(light, one), phone(dark))).toBe(true)
})
