import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { activationRoutes, resealCodesJob } from '../modules/commerce/activation/index.ts'
import { bigUserRoutes } from '../modules/commerce/big-users/index.ts'
import { addBillRoutes, billRoutes, reconcileBills } from '../modules/commerce/bills/index.ts'
import { addGoodsPictureRoute, catalogueRoutes } from '../modules/commerce/catalogue/index.ts'
import { changeRoutes, endLostChanges } from '../modules/commerce/changes/index.ts'
import { checkoutRoutes } from '../modules/commerce/checkout/index.ts'
import {
  couponRoutes,
  endIssuesJob,
  issueCouponsJob,
  sumTalliesJob,
  withdrawCouponsJob,
} from '../modules/commerce/coupons/index.ts'
import { figureRoutes } from '../modules/commerce/figures/index.ts'
import { fulfilJob, settleOverdueOrders } from '../modules/commerce/fulfilment/index.ts'
import { addPdfRoutes, invoiceRoutes, sweepInvoicesJob } from '../modules/commerce/invoices/index.ts'
import { auditJob, checkLedgerJob, ledgerRoutes, operatorLedgerRoutes } from '../modules/commerce/ledger/index.ts'
import { expireOrders, orderRoutes } from '../modules/commerce/orders/index.ts'
import {
  addNoticeRoutes,
  offerConnectedMethods,
  paymentRoutes,
  reconcilePayments,
} from '../modules/commerce/payments/index.ts'
import { purchaseRoutes } from '../modules/commerce/purchases/index.ts'
import { rechargeRoutes } from '../modules/commerce/recharge/index.ts'
import { redemptionRoutes } from '../modules/commerce/redemption/index.ts'
import { addRefundGauge, refundJob, refundRoutes, requestDueRefunds } from '../modules/commerce/refunds/index.ts'
import { autoRenewDevices, renewalRoutes } from '../modules/commerce/renewals/index.ts'
import { announceStock, stockWaitRoutes } from '../modules/commerce/stock-waits/index.ts'
import type { CoverAddresses } from '../modules/devices/covers/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Operators } from '../platform/operators/operators.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { createSealedTexts } from '../platform/sealed-texts.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import type { Suppliers } from '../platform/supplier.ts'
import type { Tasks } from '../platform/tasks/tasks.ts'
import type { ConnectedProviders } from './connect-providers.ts'

interface CommerceWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: CallMetrics
  readonly covers: CoverAddresses
  readonly outbox: Outbox
  readonly tasks: Tasks
  readonly jobs: Jobs
  readonly signingKeys: SigningKeys
  readonly providers: ConnectedProviders
  readonly suppliers: Suppliers
  readonly objectStore: ObjectStore
  readonly operators: Operators
  readonly fourEyesCents: number
}

const EXPIRE_EVERY_MS = 5000
const OVERDUE_EVERY_MS = 60_000
const LOST_CHANGES_EVERY_MS = 60_000
const PROVIDER_POLL_EVERY_MS = 5000
const BILLS_EVERY_MS = 60_000
const AUTO_RENEW_EVERY_MS = 20_000
const STOCK_EVERY_MS = 30_000

export const wireCommerce = (shared: CommerceWiringDeps) => {
  const { wechatLogin, payments: connectedPayments } = shared.providers
  const { payments, cashier } = connectedPayments
  const { signingKeys, clock } = shared
  const sealedTexts = createSealedTexts(signingKeys)
  const signedTokens = createSignedTokens(signingKeys, clock)
  const deps = { ...shared, payments, wechatLogin, sealedTexts, signedTokens }
  addRefundGauge(shared.metrics.registry, deps)
  return {
    bindings: offerConnectedMethods(payments, [
      ...catalogueRoutes(deps),
      ...stockWaitRoutes(deps),
      ...purchaseRoutes(deps),
      ...orderRoutes(deps),
      ...bigUserRoutes(deps),
      ...paymentRoutes(deps),
      ...refundRoutes(deps),
      ...billRoutes(deps),
      ...changeRoutes(deps),
      ...ledgerRoutes(deps),
      ...operatorLedgerRoutes(deps),
      ...rechargeRoutes(deps),
      ...couponRoutes(deps),
      ...checkoutRoutes(deps),
      ...activationRoutes(deps),
      ...redemptionRoutes(deps),
      ...figureRoutes(deps),
      ...renewalRoutes(deps),
      ...invoiceRoutes(deps),
    ]),
    jobs: [
      auditJob(deps.database.db, deps.log),
      checkLedgerJob(deps),
      fulfilJob(deps),
      issueCouponsJob(deps),
      endIssuesJob(deps),
      withdrawCouponsJob(deps),
      sumTalliesJob(deps),
      refundJob(deps),
      sweepInvoicesJob(deps),
      resealCodesJob(deps.database.db, deps.log, sealedTexts),
    ],
    periodicJobs: [
      { name: 'orders.expire', everyMs: EXPIRE_EVERY_MS, run: expireOrders(deps) },
      { name: 'orders.settleOverdue', everyMs: OVERDUE_EVERY_MS, run: settleOverdueOrders(deps) },
      { name: 'changes.endLost', everyMs: LOST_CHANGES_EVERY_MS, run: endLostChanges(deps) },
      { name: 'payments.reconcile', everyMs: PROVIDER_POLL_EVERY_MS, run: reconcilePayments(deps) },
      { name: 'bills.reconcile', everyMs: BILLS_EVERY_MS, run: reconcileBills(deps) },
      { name: 'refunds.request', everyMs: PROVIDER_POLL_EVERY_MS, run: requestDueRefunds(deps) },
      ...(cashier
        ? [{ name: 'cashier.sendNotices', everyMs: PROVIDER_POLL_EVERY_MS, run: cashier.noticeSender.sendDueNotices }]
        : []),
      { name: 'renewals.auto', everyMs: AUTO_RENEW_EVERY_MS, run: autoRenewDevices(deps) },
      { name: 'stock.announce', everyMs: STOCK_EVERY_MS, run: announceStock(deps) },
    ],
    addRoutes: (app: FastifyInstance): void => {
      addGoodsPictureRoute(app)
      addNoticeRoutes(app, deps)
      addPdfRoutes(app, deps)
      addBillRoutes(app, deps)
    },
  }
}
