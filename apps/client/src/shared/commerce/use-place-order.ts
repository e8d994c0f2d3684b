import { useState } from 'react'
import { showError } from '../api/show-error.ts'
import { showToast } from '../feedback/toast.ts'
import { payPath } from '../navigation/page-paths.ts'
import { openPage } from '../platform/router/router.ts'
import type { MakeOrder } from './create-submit.ts'
import { useSubmit } from './submit.ts'

/**
 * A page's order, from the button to the payment page. Where what was seen does not hold any more, the user is told, and
 * the page reads anew what it sells: they look at it again, and decide again.
 */
export const usePlaceOrder = (readAgain: () => Promise<unknown>) => {
  const [isBusy, setBusy] = useState(false)
  const submit = useSubmit()
  const order = async (intention: unknown, make: MakeOrder): Promise<void> => {
    setBusy(true)
    const result = await submit(intention, make)
    if (result.kind === 'made') await openPage(payPath(result.order.orderId))
    else if (result.kind === 'failed') showError(result.error)
    else if (result.kind !== 'held') {
      showToast(result.text, 'error')
      await readAgain()
    }
    setBusy(false)
  }
  return { isBusy, order }
}
