import { getOrderList } from '@yunji/contract/commerce/order/calls'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { maskPhone } from '@yunji/contract/display/text'
import { getMessageSettings } from '@yunji/contract/messages/calls'
import { MessageType } from '@yunji/contract/messages/rules'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { makesPhones } from '../../../shared/commerce/order-text.ts'
import { useSession } from '../../../shared/session/session.ts'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './paid-view.module.css'

const ROWS = 20

const isEarlierPurchase = ({ orderId, kind, status }: OrderInfo, than: number): boolean =>
  orderId < than && makesPhones(kind) && (status === OrderStatus.paid || status === OrderStatus.fulfilled)

/** After the first purchase of phones: reminders come by SMS, and where that is switched off. */
export function RenewalSmsNote({ orderId }: { readonly orderId: number }) {
  const orders = useCall(getOrderList, { page: '1', rows: String(ROWS) }).data
  const settings = useCall(getMessageSettings, {}).data?.settings
  const mobilePhone = useSession((state) => state.mobilePhone)
  const isOn = settings?.find(({ messageType }) => messageType === MessageType.renewalReminder)?.isSentBySms
  const isFirst = orders && orders.totalPage <= 1 && !orders.records.some((order) => isEarlierPurchase(order, orderId))
  if (!isOn || !isFirst || !mobilePhone) return null
  return (
    <Box className={styles.note}>
      <NoticeBar
        tone="brand"
        text={`续费提醒会发短信到 ${maskPhone(mobilePhone)}`}
        action="设置"
        to={pathOf('user/messageSet')}
      />
    </Box>
  )
}
