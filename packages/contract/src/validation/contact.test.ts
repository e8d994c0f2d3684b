import { describe, expect, it } from 'vitest'
import { isCarPlate, isEmail, isLandline } from './contact.ts'

const of = (character: string, length: number) => character.repeat(length)

describe('e-mail', () => {
  it.each([
    'a@b.cn',
    'first.last@example.com',
    'user+tag@sub.example.co',
    "o'neil_1@my-host.example",
    'USER@EXAMPLE.COM',
    `${of('a', 64)}@example.com`,
    `a@${of('b', 63)}.com`,
  ])('takes %s', (text) => expect(isEmail(text)).toBe(true))

  it.each([
    '',
    'a',
    'a@',
    '@b.cn',
    'a@b',
    'a@b.c',
    'a@b.c1',
    'a@@b.cn',
    'a b@c.cn',
    '.a@b.cn',
    'a.@b.cn',
    'a..b@c.cn',
    'a@.cn',
    'a@b..cn',
    'a@-b.cn',
    'a@b-.cn',
    'a@b.cn ',
    'a@b.cn\n',
    '邮@b.cn',
    `${of('a', 65)}@example.com`,
    `a@${of('b', 64)}.com`,
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false))

  it('ends at 254 characters', () => {
    const ofLength = (length: number) => `${of('a', 64)}@${`${of('b', 60)}.`.repeat(3)}${of('c', length - 248)}`
    expect(ofLength(254)).toHaveLength(254)
    expect(isEmail(ofLength(254))).toBe(true)
    expect(isEmail(ofLength(255))).toBe(false)
  })
})

describe('landline', () => {
  it.each([
    '010-12345678'.replace('1234', '6234'),
    '02162345678',
    '0755-2345678',
    '07552345678',
    '0999-23456789',
    '62345678',
    '2345678',
    '010-62345678-1',
    '62345678-123456',
  ])('takes %s', (text) => expect(isLandline(text)).toBe(true))

  it.each([
    '',
    '123456',
    '12345678',
    '02345678',
    '234567',
    '234567890',
    '010-',
    '010--62345678',
    '011-62345678',
    '0100-62345678',
    '010-62345678-',
    '010-62345678-1234567',
    '13800138000',
    '010 62345678',
    '010-62345678\n',
    ' 62345678',
  ])('refuses %j', (text) => expect(isLandline(text)).toBe(false))
})

describe('car plate', () => {
  it.each([
    '京A12345',
    '粤B8Z9K7',
    '沪CABCDE',
    '浙A1234挂',
    '苏E1234学',
    '川A1234警',
    '粤Z1234港',
    '粤Z1234澳',
    '沪A0023领',
  ])('takes the ordinary %s', (text) => expect(isCarPlate(text)).toBe(true))

  it.each(['粤BD12345', '京AF1234'.concat('5'), '沪AA92345', '京AK00000', '京ADZ1234', '粤B12345D', '京A00000F'])(
    'takes the new-energy %s',
    (text) => expect(isCarPlate(text)).toBe(true),
  )

  it.each([
    '',
    '京A1234',
    '京A123456',
    '京A1234567',
    '京112345',
    'AA12345',
    '京I12345',
    '京O12345',
    '京A1234I',
    '京A1234O',
    '京AO1234',
    '京A挂1234',
    '京a12345',
    '台A12345',
    '京AI12345',
    '京AL12345',
    '京ADI1234',
    '京ADA123B',
    '京A12345L',
    '京A1234DD',
    '京AD1234挂',
    '京A·12345',
    ' 京A12345',
    '京A12345\n',
  ])('refuses %j', (text) => expect(isCarPlate(text)).toBe(false))
})
