import { describe, expect, it } from 'vitest'
import { countExports, findViolations, hasSql } from './module-rules.ts'

const MODULE = 'apps/server/src/modules/commerce/coupons'

describe('SQL in a module', () => {
  it.each([
    ["import { eq } from 'drizzle-orm'"],
    ["import {\n  type SQL,\n  sql,\n} from 'drizzle-orm'"],
    ["import { users } from '../../../tables/identity.ts'"],
    ["import { query } from '../../../platform/transaction.ts'"],
    ['const found = await tx\n  .select()\n  .from(table)'],
    ["await deps.database.pool.query('select 1')"],
    ['await db.$count(table)'],
  ])('is seen in %s', (source) => expect(hasSql(source)).toBe(true))

  it.each([
    ["import type { SQL } from 'drizzle-orm'"],
    ["import { type SQL } from 'drizzle-orm'"],
    ["import type { users } from '../../../tables/identity.ts'"],
    ["import { onTransactionEnd } from '../../../platform/transaction.ts'"],
    ['await provider.query(outTradeNo)'],
    ['await db.transaction(async (tx) => lockCoupon(tx))'],
  ])('is not seen in %s', (source) => expect(hasSql(source)).toBe(false))

  it('is allowed in stores alone', () => {
    const files = new Map([
      [`${MODULE}/store.ts`, 'tx.select()'],
      [`${MODULE}/claim-store.ts`, 'tx.select()'],
      [`${MODULE}/restore.ts`, 'tx.select()'],
      [`${MODULE}/redeem-coupon.ts`, 'tx.select()'],
      [`${MODULE}/clean.ts`, ''],
    ])
    expect(findViolations(files)).toEqual([
      `${MODULE}/restore.ts: SQL belongs in store.ts or *-store.ts`,
      `${MODULE}/redeem-coupon.ts: SQL belongs in store.ts or *-store.ts`,
    ])
  })
})

describe('exports of an index', () => {
  it('are counted with their types', () => {
    expect(
      countExports("export { a, type B } from './a.ts'\nexport type { C } from './c.ts'\nexport const d = 1\n"),
    ).toBe(4)
  })

  it('are twenty at most', () => {
    const names = (many: number) =>
      `export { ${Array.from({ length: many }, (_, at) => `name${at}`).join(', ')} } from './a.ts'`
    const indexOf = (many: number) => findViolations(new Map([[`${MODULE}/index.ts`, names(many)]]))
    expect(indexOf(20)).toEqual([])
    expect(indexOf(21)).toEqual([`${MODULE}/index.ts: exports 21 names, at most 20`])
  })
})
