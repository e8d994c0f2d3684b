import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { confirm } from '../feedback/dialog.ts'
import { randomId } from '../platform/app/random-id.ts'
import { useReturn } from '../platform/page/page-lifecycle.ts'
import { openPage } from '../platform/router/router.ts'
import { createSubmit } from './create-submit.ts'
import { titleText } from './order-text.ts'

/** Order titles stand in quotation marks; no line break within a part of a title. */
const offerPendingOrders = async (text: string): Promise<void> => {
  const body = text.replace(/「[^」]*」/g, titleText)
  const isWanted = await confirm({ title: '有订单待支付', body, cancelText: '取消', confirmText: '查看订单' })
  if (isWanted) await openPage(pathOf('user/orders'))
}

/** Shows the unpaid orders that block the purchase, with a link to them. */
const createPageSubmit = () => {
  const { submit, startOver } = createSubmit(randomId)
  const submitAndReport: typeof submit = async (intention, make) => {
    const result = await submit(intention, make)
    if (result.kind === 'blocked') await offerPendingOrders(result.text)
    return result
  }
  return { submit: submitAndReport, startOver }
}

/** Order submission of a page; see `createSubmit`. */
export const useSubmit = () => {
  const [{ submit, startOver }] = useState(createPageSubmit)
  useReturn(startOver)
  return submit
}
