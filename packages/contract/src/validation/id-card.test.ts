import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Gender, hasIdCardCheckDigit, idCardBirthday, idCardGender, isIdCard } from './id-card.ts'

const long = (birthday: string) => `110105${birthday}002X`
const short = (birthday: string) => `110105${birthday}001`

describe('ID card', () => {
  it.each([
    ['18 digits', '440524188001010014'],
    ['X at the end', '11010519491231002X'],
    ['x at the end', '11010519491231002x'],
    ['15 digits', '110105491231002'],
    ['a leap day', long('20000229')],
    ['a leap day of an ordinary century year', long('19960229')],
    ['a leap day in the short form', short('960229')],
    ['the last day of a long month', long('19991231')],
    ['the last day of a short month', long('19990430')],
    ['the first day there is', long('18000101')],
  ])('takes %s', (_name, text) => expect(isIdCard(text)).toBe(true))

  it.each([
    ['nothing', ''],
    ['17 characters', '1101051949123100'],
    ['19 characters', '11010519491231002X1'],
    ['16 digits', '1101054912310021'],
    ['14 digits', '11010549123100'],
    ['a digit before a short one', '9110105491231002'],
    ['a digit before a long one', '911010519491231002X'],
    ['a digit behind a short one', '1101054912310029'],
    ['X in the short form, which has no check character', '11010549123100X'],
    ['X before the end', '1101051949123100X2'],
    ['another letter', '11010519491231002A'],
    ['month 0', long('19490001')],
    ['month 13', long('19491301')],
    ['day 0', long('19491200')],
    ['day 32', long('19491232')],
    ['30 February', long('20000230')],
    ['29 February of a year that is none of four', long('19970229')],
    ['29 February 1900, a century year', long('19000229')],
    ['29 February in the short form', short('970229')],
    ['31 April', long('19990431')],
    ['31 April in the short form', short('990431')],
    ['a year before any card', long('17991231')],
    ['a year far ahead', long('21000101')],
    ['a line break behind it', '11010519491231002X\n'],
    ['a space before it', ' 11010519491231002X'],
  ])('refuses %s', (_name, text) => expect(isIdCard(text)).toBe(false))

  it('takes exactly the days that the calendar has', () => {
    const two = (value: number) => String(value).padStart(2, '0')
    const date = fc.tuple(
      fc.integer({ min: 1800, max: 2099 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    )
    fc.assert(
      fc.property(date, ([year, month, day]) => {
        const real = new Date(Date.UTC(year, month - 1, day))
        const exists = real.getUTCMonth() === month - 1 && real.getUTCDate() === day
        expect(isIdCard(long(`${year}${two(month)}${two(day)}`))).toBe(exists)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('check digit', () => {
  it.each([
    ['11010519491231002X', true],
    ['11010519491231002x', true],
    ['440524188001010014', true],
    ['110105194912310021', false],
    ['440524188001010015', false],
    ['44052418800101001X', false],
    ['510105194912310020', false],
    ['110105491231002', true],
    ['110105491331002', false],
    ['11010519491331002X', false],
  ])('%s: %s', (text, fits) => expect(hasIdCardCheckDigit(text)).toBe(fits))

  it('notices every single digit that is wrong', () => {
    const right = '440524188001010014'
    const noticed = fc.property(fc.integer({ min: 0, max: 17 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
      const digit = (Number(right[at]) + shift) % 10
      expect(hasIdCardCheckDigit(`${right.slice(0, at)}${digit}${right.slice(at + 1)}`)).toBe(false)
    })
    fc.assert(noticed)
  })

  it('fits exactly one of the eleven last characters', () => {
    const front = fc.stringMatching(/^\d{3}$/).map((sequence) => `44052418800101${sequence}`)
    fc.assert(
      fc.property(front, (seventeen) => {
        const fitting = [...'0123456789X'].filter((last) => hasIdCardCheckDigit(seventeen + last))
        expect(fitting).toHaveLength(1)
      }),
    )
  })
})

describe('what the number tells', () => {
  it.each([
    ['11010519491231002X', '1949-12-31', Gender.female],
    ['440524188001010014', '1880-01-01', Gender.male],
    ['110105491231002', '1949-12-31', Gender.female],
    ['110105000101003', '1900-01-01', Gender.male],
    ['110105194913310021', undefined, undefined],
    ['', undefined, undefined],
  ])('%s: born %s, gender %s', (text, birthday, gender) => {
    expect(idCardBirthday(text)).toBe(birthday)
    expect(idCardGender(text)).toBe(gender)
  })

  it('uses the numbers of the recognition result', () => {
    expect(Gender).toEqual({ male: 1, female: 2 })
  })
})
