import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { transfer } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'

let filled = 0

/** Credits a wallet through the ledger, as a recharge does. */
export const fillWallet = async (
  databaseUrl: string,
  userId: number,
  kind: WalletAccount,
  amountCents: number,
): Promise<void> => {
  const database = openDatabase(databaseUrl, createLogger('silent', process.stdout))
  filled += 1
  const key = `filled:${userId}:${filled}`
  try {
    await database.db.transaction((tx) =>
      transfer(
        tx,
        { key, reason: 'recharge', from: { kind: 'alipay' }, to: { userId, kind }, amountCents },
        new Date(),
      ),
    )
  } finally {
    await database.close()
  }
}
