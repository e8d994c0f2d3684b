import { pathOf } from '@yunji/contract/navigation/pages'
import type { WalletAccount } from '@yunji/contract/wallet/schema'

/** The parameter of the pages about money that says which of the two accounts is meant. */
export const ACCOUNT_PARAM = 'account'

/** What a page's query asks for; anything unknown is the beans. */
export const walletAccountOf = (text: string | undefined): WalletAccount => (text === 'balance' ? 'balance' : 'beans')

export const rechargePath = (account: WalletAccount): string => `${pathOf('user/recharge')}?${ACCOUNT_PARAM}=${account}`

export const statementPath = (account: WalletAccount): string =>
  `${pathOf('user/cloudBeansList')}?${ACCOUNT_PARAM}=${account}`
