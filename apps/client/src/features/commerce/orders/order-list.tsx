import { type OrderFilter, orderFilters } from '@yunji/contract/commerce/order/schema'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Tabs } from '../../../shared/ui/choice/tabs.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import { OrderCard } from './order-card.tsx'
import styles from './order-list.module.css'
import { useOrders } from './orders.ts'

const labels: Readonly<Record<OrderFilter, string>> = {
  all: '全部',
  pending: '待支付',
  paid: '已支付',
  refunds: '退款',
}

const hints: Readonly<Record<OrderFilter, string>> = {
  all: '还没有订单',
  pending: '没有待支付的订单',
  paid: '没有已支付的订单',
  refunds: '没有退款的订单',
}

function NoOrders({ filter }: { readonly filter: OrderFilter }) {
  return (
    <Empty illustration={noResults} title={hints[filter]} hint="买过的云手机、云豆和续费会显示在这里">
      {filter === 'all' && (
        <Button size="medium" isNarrow to={pathOf('Home/create')}>
          创建云手机
        </Button>
      )}
    </Empty>
  )
}

/** All orders, newest first. */
export function OrderList() {
  const [filter, setFilter] = useState<OrderFilter>('all')
  const list = useOrders(filter)
  const refresh = () => void list.refresh()
  useReturn(refresh)
  return (
    <>
      <Box className={styles.tabs}>
        <Tabs
          label="订单"
          value={filter}
          onChange={setFilter}
          options={orderFilters.map((value) => ({ value, label: labels[value] }))}
        />
      </Box>
      <PullList list={list} className={styles.list} loading={<RowsSkeleton />} empty={<NoOrders filter={filter} />}>
        {(order) => <OrderCard order={order} onEnd={refresh} />}
      </PullList>
    </>
  )
}
