import type { getActivationCodes as listCall } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCode } from '@yunji/contract/commerce/activation/schema'
import { maskPhone } from '@yunji/contract/display/text'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Database } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { formatCode } from './code.ts'
import { type MintDeps, sealContext } from './mint-codes.ts'
import { type CodeRow, codeStateAt, listCodes } from './store.ts'

export type CodeDeps = MintDeps & { readonly database: Database }

/** The caller's codes, each with a text to share it. The phone number of its redeemer is masked. */
export const getActivationCodes =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  async (
    { userId }: Caller,
    { page, rows, state }: CallArguments<typeof listCall>,
  ): Promise<CallData<typeof listCall>> => {
    const now = clock.now()
    const { found, total } = await listCodes(db, userId, { page, rows, state }, now)
    const records = found.map(({ code, orderId, product, phone }): ActivationCode => {
      const activationCode = formatCode(sealedTexts.open(code.sealedCode, sealContext(code.digest)) ?? '')
      return {
        ...product,
        ...timesOf(code),
        codeId: code.id,
        activationCode,
        state: codeStateAt(code, now),
        orderId,
        usedFor: code.usedFor,
        usedBy: code.usedBy === null ? '' : phone === null ? '已注销用户' : maskPhone(phone),
        shareText: `送你一台${product.goodsName}，激活码 ${activationCode}，在云机「激活码」里兑换即可使用。`,
      }
    })
    return pageOf(records, page, rows, total)
  }

const timesOf = ({ createdAt, expiresAt, usedAt }: CodeRow) => ({
  boughtAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  usedAt: usedAt?.getTime() ?? null,
})
