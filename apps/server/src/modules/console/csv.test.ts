import { expect, it } from 'vitest'
import { csvLine, csvRow } from './csv.ts'

it.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'c"d', 'e\nf'], '"a,b","c""d","e\nf"\r\n'],
  [['=1+1', '@x', '-1', '+86'], "'=1+1,'@x,'-1,'+86\r\n"],
])('writes %o', (texts, line) => expect(csvLine(texts)).toBe(line))

it('writes values as people read them', () => {
  const record = { payableCents: 1805, createdAt: 0, isTrial: true, orderStatus: 3, payMethod: null, name: '云' }
  const columns = ['payableCents', 'createdAt', 'isTrial', 'orderStatus', 'payMethod', 'name', 'missing']
  expect(csvRow(columns, record)).toBe('18.05,1970-01-01 08:00:00,是,已完成,,云,\r\n')
})
