import { createCloudOrderNew } from '@yunji/contract/commerce/order/calls'
import { decideAgreements, getAgreements } from '@yunji/contract/content/agreement/calls'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { useState } from 'react'
import { messageOf } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { useCall } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { useOrderCoupons } from '../../../../shared/commerce/order-coupons.ts'
import { useSubmit } from '../../../../shared/commerce/submit.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { loginUrlBackTo } from '../../../../shared/navigation/login-redirect.ts'
import { payPath } from '../../../../shared/navigation/page-paths.ts'
import { useReturn } from '../../../../shared/platform/page/page-lifecycle.ts'
import { openPage, replacePage } from '../../../../shared/platform/router/router.ts'
import { tabStorage } from '../../../../shared/platform/storage/tabs'
import { session } from '../../../../shared/session/session.ts'
import { settledSelection, useOffer } from '../offer.ts'
import { buyPath, type Selection } from '../selection.ts'
import { type Checkout, changeText, checkoutOf } from './checkout.ts'

/** Obstacle to the order, shown where it can be fixed. */
export type Problem = { readonly kind: 'soldOut' | 'gone' | 'other'; readonly text: string }

/** Confirms an order whose price has changed. */
const acceptsPrice = (before: Checkout, now: Checkout, reason: string): Promise<boolean> => {
  const [beforeCents, nowCents] = [before.quote.payableCents, now.quote.payableCents]
  return confirm({
    title: '价格有变动',
    body: beforeCents === nowCents ? reason : changeText(beforeCents, nowCents),
    cancelText: '再看看',
    confirmText: '按新价提交',
  })
}

/** The path of a visitor's order whose terms are accepted, across a login that reloads the client. */
const CONSENT_KEY = 'checkoutConsent'

/** Records the terms that were ticked for a purchase. A failure stops no order: the tick is asked for with each. */
const recordConsent = (version: number | undefined): void => {
  if (version === undefined) return
  const agreements = [{ kind: AgreementKind.service, version }]
  const input = { agreements, isAgreed: true, way: 'purchase' } as const
  callApi(decideAgreements, input, { hasIndicator: false }).catch(() => undefined)
}

/** Checkout: from the selection to the payment page. */
export const useCheckout = (first: Selection) => {
  const [hasAgreed, setAgreed] = useState(() => tabStorage.take(CONSENT_KEY) === buyPath(first))
  // Back without a reload: this page has kept its state.
  useReturn(() => void tabStorage.take(CONSENT_KEY))
  const [selection, setSelection] = useState(first)
  const [problem, setProblem] = useState<Problem>()
  const submit = useSubmit()
  const terms = useCall(getAgreements, {}).data?.records.find(({ kind }) => kind === AgreementKind.service)
  const { offer, refetch, ...reading } = useOffer(selection)
  const coupons = useOrderCoupons(
    offer?.price && { kind: 'buy', items: [{ id: offer.price.id, quantity: offer.quantity }] },
  )
  const checkout = offer && checkoutOf(offer, coupons.chosen, selection.groupId)

  const checkAgain = async (): Promise<Checkout | undefined> => {
    const [fresh, used] = await Promise.all([refetch(), coupons.refetch()])
    return fresh && checkoutOf(fresh, used, selection.groupId)
  }

  const send = async (wanted: Checkout): Promise<void> => {
    const { input } = wanted
    if (!input) return
    recordConsent(terms?.version)
    const result = await submit(input, (key) => callApi(createCloudOrderNew, input, { idempotencyKey: key }))
    switch (result.kind) {
      case 'blocked':
        return
      case 'made':
        return replacePage(payPath(result.order.orderId))
      case 'changed': {
        const now = await checkAgain()
        if (now?.input && (await acceptsPrice(wanted, now, result.text))) await send(now)
        return
      }
      case 'soldOut':
      case 'gone':
        setProblem({ kind: result.kind, text: result.text })
        await checkAgain()
        return
      case 'failed':
        setProblem({ kind: 'other', text: messageOf(result.error) })
    }
  }

  /** On top of this page, which keeps its state; the path serves a login that reloads the client. */
  const logIn = (isConsented: boolean): void => {
    if (!offer) return
    const kept = { ...settledSelection(offer), ...(selection.groupId && { groupId: selection.groupId }) }
    const path = buyPath(kept)
    if (isConsented) tabStorage.write(CONSENT_KEY, path)
    void openPage(loginUrlBackTo(path))
  }

  const { isBusy, run } = useWrite(send, { onError: (error) => setProblem({ kind: 'other', text: messageOf(error) }) })

  return {
    reading,
    offer,
    coupons,
    checkout,
    selection,
    problem,
    isBusy,
    hasAgreed,
    setAgreed,
    change: (change: Partial<Selection>) => {
      setProblem(undefined)
      setSelection((before) => ({ ...before, ...change }))
    },
    /** Agrees to the terms as well. */
    buy: (): void => {
      setAgreed(true)
      if (!checkout || !offer || isBusy) return
      setProblem(undefined)
      if (session.store.getState().token) run(checkout)
      else logIn(true)
    },
    logIn: () => logIn(hasAgreed),
  }
}

export type CheckoutPage = ReturnType<typeof useCheckout>
