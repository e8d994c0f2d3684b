import { agentBalanceRecharge, createOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { getBalanceRechargeTerms, getBeanPacks } from '@yunji/contract/commerce/wallet/calls'
import {
  BALANCE_RECHARGE_MAXIMUM_CENTS,
  BALANCE_RECHARGE_MINIMUM_CENTS,
  BALANCE_RECHARGE_STEP_CENTS,
} from '@yunji/contract/commerce/wallet/schema'
import { getPacks, setPackBonus } from '@yunji/contract/operator/commerce-calls'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { orderSpace } from '../../space/index.ts'
import { changePackBonus, listBeanPacks } from './bean-packs.ts'
import { orderBalance, orderBeans } from './order-recharge.ts'
import { findPack, listPacks } from './store.ts'

interface RechargeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

const USUAL_AMOUNTS_CENTS = [5_000, 10_000, 20_000, 50_000, 100_000, 200_000]

export const rechargeRoutes = (deps: RechargeDeps): Binding[] => [
  bind(getBeanPacks, (_input, { caller }) => listBeanPacks(deps)(caller)),
  bind(getBalanceRechargeTerms, async () => ({
    amountsCents: USUAL_AMOUNTS_CENTS,
    stepCents: BALANCE_RECHARGE_STEP_CENTS,
    minimumCents: BALANCE_RECHARGE_MINIMUM_CENTS,
    maximumCents: BALANCE_RECHARGE_MAXIMUM_CENTS,
  })),
  bindOnce(createOrder, (tx, input, { caller }) =>
    input.businessType === BusinessType.cloudBeans
      ? orderBeans(deps)(tx, caller, input)
      : orderSpace(deps)(tx, caller, input),
  ),
  bindOnce(agentBalanceRecharge, (tx, input, { caller }) => orderBalance(deps)(tx, caller, input)),
  bind(getPacks, async () => ({
    packs: (await listPacks(deps.database.db))
      .filter(({ isCustom }) => !isCustom)
      .map(({ id, beansCents, bonusCents }) => ({ packId: id, beansCents, bonusCents })),
  })),
  bindAudited(
    deps,
    setPackBonus,
    {
      subject: ({ packId }) => `beanPack:${packId}`,
      read: async (tx, { packId }) => ({ bonusCents: (await findPack(tx, packId))?.bonusCents }),
    },
    (joined, { packId, bonusCents }) => changePackBonus(joined)(packId, bonusCents),
  ),
]
