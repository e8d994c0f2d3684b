import type { ProductPromise } from '@yunji/testkit/promise'
import { promise as r2 } from './reliability/r02-database-kills.ts'
import { promise as r14 } from './reliability/r14-restarts.ts'
import { promise as r15 } from './reliability/r15-migrations.ts'

export const reliability: readonly ProductPromise[] = [r2, r14, r15]
export const security: readonly ProductPromise[] = []
/** Every promise that can be tried, in the order of docs/promises.md. */
export const promises: readonly ProductPromise[] = [...reliability, ...security]
