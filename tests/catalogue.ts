import type { ProductPromise } from '@yunji/testkit/promise'
import { promise as r1 } from './reliability/r01-killed-servers.ts'
import { promise as r2 } from './reliability/r02-database-kills.ts'
import { promise as r3 } from './reliability/r03-notices.ts'
import { promise as r4 } from './reliability/r04-lost-notices.ts'
import { promise as r5 } from './reliability/r05-repeated-orders.ts'
import { promise as r6 } from './reliability/r06-ledger.ts'
import { promise as r7 } from './reliability/r07-last-one.ts'
import { promise as r8 } from './reliability/r08-machines.ts'
import { promise as r9 } from './reliability/r09-killed-workers.ts'
import { promise as r10 } from './reliability/r10-phone-backups.ts'
import { promise as r11 } from './reliability/r11-cut-links.ts'
import { promise as r12 } from './reliability/r12-killed-phones.ts'
import { promise as r13 } from './reliability/r13-streams.ts'
import { promise as r14 } from './reliability/r14-restarts.ts'
import { promise as r15 } from './reliability/r15-migrations.ts'
import { promise as r16 } from './reliability/r16-soak.ts'
import { promise as r17 } from './reliability/r17-backups.ts'
import { promise as r18 } from './reliability/r18-outages.ts'
import { promise as r19 } from './reliability/r19-broken-rows.ts'
import { promise as r20 } from './reliability/r20-factory-resets.ts'
import { promise as r21 } from './reliability/r21-killed-schedules.ts'
import { promise as s1 } from './security/s01-rights.ts'
import { promise as s2 } from './security/s02-unknown-fields.ts'
import { promise as s3 } from './security/s03-malformed-input.ts'
import { promise as s4 } from './security/s04-sms-codes.ts'
import { promise as s5 } from './security/s05-known-numbers.ts'
import { promise as s6 } from './security/s06-tokens.ts'
import { promise as s7 } from './security/s07-reads-and-origins.ts'
import { promise as s8 } from './security/s08-stream-tickets.ts'
import { promise as s10 } from './security/s10-opened-addresses.ts'
import { promise as s11 } from './security/s11-shell-arguments.ts'
import { promise as s12 } from './security/s12-return-addresses.ts'
import { promise as s13 } from './security/s13-token-canary.ts'
import { promise as s14 } from './security/s14-prices.ts'
import { promise as s15 } from './security/s15-forged-notices.ts'
import { promise as s16 } from './security/s16-hostile-uploads.ts'
import { promise as s17 } from './security/s17-lockouts.ts'
import { promise as s18 } from './security/s18-unpaid-holds.ts'
import { promise as s19 } from './security/s19-unsafe-configurations.ts'

export const moneyReliability: readonly ProductPromise[] = [r1, r3, r4, r5, r6, r7]
export const serviceReliability: readonly ProductPromise[] = [r2, r8, r9, r10, r14, r15, r17, r19, r21]
/** Takes minutes by its nature, so its short form runs beside the others. */
export const soaks: readonly ProductPromise[] = [r16]
export const phoneReliability: readonly ProductPromise[] = [r11, r12, r13, r18, r20]
/** The first six share a server: those that compare every table before S1, which fills some. */
export const security: readonly ProductPromise[] = [
  s2,
  s3,
  s7,
  s12,
  s16,
  s1,
  s4,
  s5,
  s6,
  s8,
  s10,
  s11,
  s13,
  s14,
  s15,
  s17,
  s18,
  s19,
]
export const promises: readonly ProductPromise[] = [
  ...moneyReliability,
  ...serviceReliability,
  ...soaks,
  ...phoneReliability,
  ...security,
]

/** Their short form is dearer than the small one, and part of `npm run test:all`. */
export const hasShortForm = ({ sizes }: ProductPromise): boolean => sizes.short !== undefined
