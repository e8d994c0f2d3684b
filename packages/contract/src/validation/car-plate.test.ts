import { describe, expect, it } from 'vitest'
import { isCarPlate } from './car-plate.ts'

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
