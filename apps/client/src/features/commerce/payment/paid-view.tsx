import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderGoods, OrderInfo, OrderPhone } from '@yunji/contract/commerce/order/schema'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { OrderGoodsSummary, OrderPrice } from '../../../shared/commerce/order-goods.tsx'
import { amountOfGoods, makesPhones, paidText } from '../../../shared/commerce/order-text.ts'
import { orderPath, taskPath } from '../../../shared/navigation/page-paths.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { order as orderIcon } from '../../../shared/ui/icon/account.ts'
import { check, layers } from '../../../shared/ui/icon/icons.ts'
import styles from './paid-view.module.css'
import { RenewalSmsNote } from './renewal-sms-note.tsx'
import { ResultHead } from './result-head.tsx'
import { type Step, Steps } from './steps.tsx'

const phoneSteps = (isReady: boolean, task: TaskRecord | undefined, openPath: string | undefined): readonly Step[] => {
  if (isReady) {
    return [
      { name: '已分配设备', state: 'done' },
      { name: '系统已启动', state: 'done' },
      { name: '可以进入使用', state: 'done', ...(openPath && { action: { text: '打开云手机', to: openPath } }) },
    ]
  }
  return [
    { name: task ? '已分配设备' : '正在分配设备', state: task ? 'done' : 'now' },
    task
      ? { name: task.step || '系统启动中', state: 'now', percent: task.progress }
      : { name: '系统启动', state: 'later' },
    { name: '可以进入使用', state: 'later' },
  ]
}

const otherSteps = (isReady: boolean, task: TaskRecord | undefined): readonly Step[] => [
  { name: '已付款', state: 'done' },
  isReady
    ? { name: '已生效', state: 'done' }
    : { name: '正在生效', state: 'now', ...(task && { percent: task.progress }) },
]

/** Some of several phones did not come up, or were given back: their shares are back. */
const returnedText = ({ payMethod }: OrderInfo, phones: readonly OrderPhone[]): string | undefined => {
  const returned = phones.filter(({ isReturned }) => isReturned)
  if (returned.length === 0) return undefined
  const cents = returned.reduce((sum, { paidCents }) => sum + paidCents, 0)
  return `其中 ${formatCount(returned.length)} 台已退款，${paidText(cents, payMethod)} 原路退回`
}

/** End of the phones: of new ones from the beginning, of others once they have it. */
const endText = (order: OrderInfo, goods: OrderGoods | null, phones: readonly OrderPhone[]): string | undefined => {
  if (goods?.isMetered) return '按小时计费'
  const [phone] = phones
  const isKnown = phone && (makesPhones(order.kind) || order.status === OrderStatus.fulfilled)
  return isKnown ? `到期 ${formatDate(phone.expiresAt)}` : goods ? amountOfGoods(goods) : undefined
}

interface PaidViewProps {
  readonly order: OrderInfo
  readonly title: string | undefined
  readonly phones: readonly OrderPhone[]
  readonly goods: OrderGoods | null
  readonly isFirstPurchase: boolean
  readonly task: TaskRecord | undefined
  /** Path of the phone, once it can be opened. */
  readonly openPath: string | undefined
}

/** A paid order with the progress of its fulfilment. */
export function PaidView({ order, title, phones, goods, isFirstPurchase, task, openPath }: PaidViewProps) {
  const isReady = order.status === OrderStatus.fulfilled
  const returned = returnedText(order, phones)
  const facts = [goods?.zoneName, endText(order, goods, phones)].filter((fact) => fact !== undefined && fact !== null)
  return (
    <>
      <ResultHead tone="run" icon={check} title={title}>
        <Box className={styles.amount}>
          <OrderPrice order={order} size={28} />
        </Box>
      </ResultHead>
      <Card className={styles.work}>
        <Box className={styles.goods}>
          <OrderGoodsSummary order={order} goods={goods} facts={facts} />
        </Box>
        <Steps steps={makesPhones(order.kind) ? phoneSteps(isReady, task, openPath) : otherSteps(isReady, task)} />
        {returned && <Box className={styles.returned}>{returned}</Box>}
      </Card>
      {isFirstPurchase && <RenewalSmsNote />}
      <Card>
        <Cell icon={orderIcon} title="查看订单" to={orderPath(order.orderId)} />
        {task && <Cell icon={layers} title="在任务中心查看进度" to={taskPath(task.taskId)} />}
      </Card>
    </>
  )
}
