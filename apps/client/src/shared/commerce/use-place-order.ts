import { useWrite } from '../api/use-write.ts'
import { showToast } from '../feedback/toast.ts'
import { payPath } from '../navigation/page-paths.ts'
import { openPage } from '../platform/router/router.ts'
import type { MakeOrder } from './create-submit.ts'
import { useSubmit } from './submit.ts'

interface Placing {
  readonly intention: unknown
  readonly make: MakeOrder
  /** Asked before the order is placed. */
  readonly confirm?: (() => Promise<boolean>) | undefined
}

/**
 * Places a page's order and opens the payment page. When the offer has changed, shows the reason and refetches it; the
 * user decides again.
 */
export const usePlaceOrder = (refetch: () => Promise<unknown>) => {
  const submit = useSubmit()
  const send = async ({ intention, make }: Placing): Promise<void> => {
    const result = await submit(intention, make)
    if (result.kind === 'made') await openPage(payPath(result.order.orderId))
    else if (result.kind === 'failed') throw result.error
    else if (result.kind !== 'blocked') {
      showToast(result.text, 'error')
      await refetch()
    }
  }
  const { isBusy, run } = useWrite(send, { confirm: async ({ confirm }) => confirm?.() ?? true })
  return {
    isBusy,
    order: (intention: unknown, make: MakeOrder, confirm?: Placing['confirm']): void =>
      run({ intention, make, confirm }),
  }
}
