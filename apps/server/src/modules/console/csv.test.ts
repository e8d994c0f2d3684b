import { expect, it } from 'vitest'
import { csvLine, csvRow } from './csv.ts'

it.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'c"d', 'e\nf'], '"a,b","c""d","e\nf"\r\n'],
  [['=1+1', '@x', '-1+1', '+86'], "'=1+1,'@x,'-1+1,'+86\r\n"],
  [['-1', '-12.50'], '-1,-12.50\r\n'],
])('writes %o', (texts, line) => expect(csvLine(texts)).toBe(line))

const column = (path: string, labels = {}) => ({ path, labels })

it.each([
  ['an amount', column('payableCents'), '18.05'],
  ['a time', column('createdAt'), '1970-01-01 08:00:00'],
  ['the time of an entry', column('at'), '1970-01-01 08:00:00'],
  ['a yes', column('isTrial'), '是'],
  ['a word of its list', column('orderStatus', { 3: '已完成' }), '已完成'],
  ['a value without a word', column('kind', { buy: '购买' }), 'toString'],
  ['no value', column('payMethod', { null: '无' }), ''],
  ['a text', column('name'), '云'],
  ['a part', column('from.kind', { cash: '现金' }), '现金'],
  ['a part of nothing', column('probe.model'), ''],
  ['several texts', column('ruleTexts'), '甲；乙'],
  ['a state', column('after'), '"{""a"":1}"'],
  ['no field', column('missing'), ''],
])('writes %s as people read it', (_name, wanted, text) => {
  const record = {
    payableCents: 1805,
    createdAt: 0,
    at: 0,
    isTrial: true,
    orderStatus: 3,
    kind: 'toString',
    payMethod: null,
    name: '云',
    from: { kind: 'cash' },
    probe: null,
    ruleTexts: ['甲', '乙'],
    after: { a: 1 },
  }
  expect(csvRow([wanted], record)).toBe(`${text}\r\n`)
})
