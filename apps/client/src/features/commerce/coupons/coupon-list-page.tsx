import { CouponStatus, couponStatusLabels } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Tabs } from '../../../shared/ui/choice/tabs.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noCoupons } from '../../../shared/ui/status/illustrations.ts'
import { CouponRules } from './coupon-rules.tsx'
import { filterLabels, statuses } from './coupon-text.ts'
import { CouponTicket } from './coupon-ticket.tsx'
import styles from './coupons.module.css'
import { type CouponFilter, useCoupons } from './coupons.ts'
import { CouponsSkeleton } from './coupons-skeleton.tsx'
import { ExchangeForm } from './exchange-form.tsx'

const countNames = {
  [CouponStatus.efficient]: 'efficient',
  [CouponStatus.used]: 'used',
  [CouponStatus.expired]: 'expired',
  [CouponStatus.invalid]: 'invalid',
} as const satisfies Record<CouponStatus, string>

const emptyTitles: Readonly<Record<CouponStatus, string>> = {
  [CouponStatus.efficient]: '还没有优惠券',
  [CouponStatus.used]: '没有用过的优惠券',
  [CouponStatus.expired]: '没有过期的优惠券',
  [CouponStatus.invalid]: '没有失效的优惠券',
}

interface CouponListPageProps {
  readonly initialStatus: CouponStatus
  /** From a link: ready to be exchanged. */
  readonly exchangeCode: string
}

/** The user's coupons, by state. */
export function CouponListPage({ initialStatus, exchangeCode }: CouponListPageProps) {
  const [status, setStatus] = useState(initialStatus)
  const [filter, setFilter] = useState<CouponFilter>(0)
  // Kept while its sheet goes down.
  const [shown, setShown] = useState<Coupon>()
  const [isOpen, setOpen] = useState(false)
  const [isExchanging, setExchanging] = useState(exchangeCode !== '')
  const isUsable = status === CouponStatus.efficient
  const list = useCoupons(status, isUsable ? filter : 0)
  const counts = list.query.data?.pages[0]?.counts
  // An order may have taken one meanwhile, or given it back.
  useReturn(() => void list.refresh())

  const open = (coupon: Coupon) => {
    setShown(coupon)
    setOpen(true)
  }
  const showNew = () => {
    setExchanging(false)
    setStatus(CouponStatus.efficient)
    setFilter(0)
  }
  return (
    <Page
      route="user/coupon"
      isWhite
      action={
        <TextLink tone="ink" to={pathOf('user/couponUse')}>
          用券记录
        </TextLink>
      }
      footer={
        <BottomBar>
          <Button variant="tint" onTap={() => setExchanging(true)}>
            输入兑换码
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.head}>
        <Tabs
          label="优惠券状态"
          value={status}
          onChange={setStatus}
          options={statuses.map((value) => ({
            value,
            label: couponStatusLabels[value],
            ...(counts && counts[countNames[value]] > 0 && { count: counts[countNames[value]] }),
          }))}
        />
      </Box>
      <Box className={styles.body}>
        {isUsable && (
          <Box className={styles.filters}>
            <Chips label="优惠券类型" options={filterLabels} value={filter} onChange={setFilter} />
          </Box>
        )}
        <PullList
          list={list}
          className={styles.list}
          loading={<CouponsSkeleton />}
          empty={
            <Empty
              illustration={noCoupons}
              title={isUsable && filter !== 0 ? '没有这类优惠券' : emptyTitles[status]}
              hint={isUsable ? '活动和兑换码得到的优惠券会放在这里' : undefined}
            />
          }
        >
          {(coupon) => <CouponTicket coupon={coupon} onOpen={() => open(coupon)} />}
        </PullList>
      </Box>
      {shown && <CouponRules coupon={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
      <Sheet isOpen={isExchanging} title="兑换优惠券" onClose={() => setExchanging(false)}>
        <ExchangeForm initialCode={exchangeCode} onDone={showNew} />
      </Sheet>
    </Page>
  )
}
