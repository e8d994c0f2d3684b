import type { getActivationCodes as listCall } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCode } from '@yunji/contract/commerce/activation/schema'
import { maskPhone } from '@yunji/contract/display/text'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { users } from '../../../tables/identity.ts'
import { formatCode } from './code.ts'
import { type MintDeps, sealContext } from './mint-codes.ts'
import { type CodeRow, codeStateAt, isInState, productColumns, toCodeProduct } from './store.ts'

export type CodeDeps = MintDeps & { readonly database: Database }

/** Own codes, each with the words to pass it on. Whose phone one became shows in the middle only. */
export const getActivationCodes =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  async (
    { userId }: Caller,
    { page, rows, state }: CallArguments<typeof listCall>,
  ): Promise<CallData<typeof listCall>> => {
    const now = clock.now()
    const isListed = and(eq(activationCodes.ownerId, userId), state && isInState(state, now))
    const [found, total] = await Promise.all([
      db
        .select({ code: activationCodes, given: productColumns, phone: users.mobilePhone })
        .from(activationCodes)
        .innerJoin(billableProducts, eq(billableProducts.id, activationCodes.productId))
        .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
        .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
        .leftJoin(users, eq(users.id, activationCodes.usedBy))
        .where(isListed)
        .orderBy(desc(activationCodes.id))
        .limit(rows)
        .offset((page - 1) * rows),
      db.$count(activationCodes, isListed),
    ])
    const records = found.map(({ code, given, phone }): ActivationCode => {
      const activationCode = formatCode(sealedTexts.open(code.sealedCode, sealContext(code.digest)) ?? '')
      return {
        ...toCodeProduct(given),
        ...timesOf(code),
        codeId: code.id,
        activationCode,
        state: codeStateAt(code, now),
        orderId: code.orderId,
        usedFor: code.usedFor,
        usedBy: code.usedBy === null ? '' : phone === null ? '已注销用户' : maskPhone(phone),
        shareText: `送你一台${given.goodsName}，激活码 ${activationCode}，在云机「激活码」里兑换即可使用。`,
      }
    })
    return pageOf(records, page, rows, total)
  }

const timesOf = ({ createdAt, expiresAt, usedAt }: CodeRow) => ({
  boughtAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  usedAt: usedAt?.getTime() ?? null,
})
