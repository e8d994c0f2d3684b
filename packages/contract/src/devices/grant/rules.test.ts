import { describe, expect, it, test } from 'vitest'
import { formatCardCode, readCardCode, readShareCredential, sharePath } from './rules.ts'

const SECRET = `${'aB3_-'.repeat(8)}xyz`
const CODE = '8F2K61QM'

describe('what somebody types, pastes or scans', () => {
  it.each([
    CODE,
    '8f2k61qm',
    ' 8F2K 61QM ',
    '8F2K-61QM',
    '８Ｆ２Ｋ　６１ＱＭ',
    '授权码：8F2K 61QM',
    '8F2K6lQM',
    '8F2K6IQM',
    `https://cloud.example.com/pages/webView/web_instance?cardCode=8f2k61qm`,
  ])('%j is a card code', (typed) => {
    expect(readShareCredential(typed)).toEqual({ cardCode: CODE })
  })

  it('takes the letter O for a zero', () => {
    expect(readShareCredential('Oo2K61QM')).toEqual({ cardCode: '002K61QM' })
  })

  it.each([
    `https://cloud.example.com/pages/webView/web_instance?share=${SECRET}`,
    `http://192.0.2.1:8080/pages/webView/web_instance?from=chat&share=${SECRET}&x=1`,
    `/pages/webView/web_instance?share=${SECRET}`,
    `打开我分享的云手机：https://cloud.example.com/pages/webView/web_instance?share=${SECRET}，有效期一天`,
    `  https://cloud.example.com/pages/webView/web_instance?share=${SECRET}\n`,
  ])('%j is a link', (typed) => {
    expect(readShareCredential(typed)).toEqual({ secret: SECRET })
  })

  it.each([
    '',
    '   ',
    '8F2K61Q',
    '8F2K61QMM',
    'UUUUUUUU',
    'https://cloud.example.com/',
    `https://cloud.example.com/pages/webView/web_instance?share=${SECRET.slice(1)}`,
    `https://cloud.example.com/pages/webView/web_instance?share=${SECRET}A`,
    `https://cloud.example.com/pages/webView/web_instance?cardCode=1`,
    'javascript:alert(1)',
  ])('%j is neither', (typed) => {
    expect(readShareCredential(typed)).toBeUndefined()
  })
})

test('a credential goes into an address and comes back', () => {
  for (const credential of [{ secret: SECRET }, { cardCode: CODE }])
    expect(readShareCredential(sharePath(credential))).toEqual(credential)
})

test('a card code is written in two halves, and read so', () => {
  expect(formatCardCode(CODE)).toBe('8F2K 61QM')
  expect(readCardCode(formatCardCode(CODE))).toBe(CODE)
})
