import { imageTypeLabels } from '@yunji/contract/commerce/commodity/enums'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import { getGroupList } from '@yunji/contract/devices/group/calls'
import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { Breakdown, ReturnRule } from '../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { StockWaits } from '../../../shared/commerce/stock-waits.tsx'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { useIsLoggedIn } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { NumberBox } from '../../../shared/ui/field/number-box.tsx'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { BeansPrice, Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './buy-goods.module.css'
import { agreesToTerms, Consent } from './checkout/consent.tsx'
import { type CheckoutPage, useCheckout } from './checkout/use-checkout.ts'
import { durationText } from './goods-text.ts'
import type { Offer } from './offer.ts'
import { GoodsSummary } from './parts/goods-summary.tsx'
import type { Selection } from './selection.ts'
import { type SelectionPart, SelectionSheets } from './selection-sheets.tsx'

const HOUR_MS = 3_600_000

const fact = (text: ReactNode) => <Box className={styles.fact}>{text}</Box>

const endText = ({ price }: Offer): string => {
  if (!price) return ''
  if (price.isMetered) return '按小时计费，用到关机为止'
  return `预计 ${formatDate(serverClock() + price.goodTime * HOUR_MS, 'YYYY-MM-DD HH:mm')}`
}

interface OrderProps {
  readonly page: CheckoutPage
  readonly offer: Offer
}

const useGroups = () => useCall(getGroupList, { page: '1', rows: String(MAX_GROUPS) })

function Choices({ page, offer }: OrderProps) {
  const [open, setOpen] = useState<SelectionPart>()
  const groups = useGroups().data?.records ?? []
  const group =
    groups.find(({ groupId }) => groupId === page.selection.groupId) ?? groups.find(({ isDefault }) => isDefault)
  const { zone, price, imageType, isSoldOut } = offer
  return (
    <Card>
      <Box className={styles.goods}>
        <GoodsSummary offer={offer} />
      </Box>
      <Cell
        title="区域"
        value={fact(isSoldOut ? '各区域都已售罄' : (zone?.name ?? ''))}
        onTap={() => setOpen('zone')}
      />
      <Cell title="时长" value={fact(price && durationText(price))} onTap={() => setOpen('duration')} />
      <Cell
        title="镜像"
        value={fact(imageType && imageTypeLabels[imageType])}
        onTap={offer.configuration.imageTypes.length > 1 ? () => setOpen('image') : undefined}
      />
      {group && <Cell title="分组" value={fact(group.name)} onTap={() => setOpen('group')} />}
      <Cell
        title="数量"
        value={
          <NumberBox
            label="数量"
            value={offer.quantity}
            maximum={ORDER_MAXIMUM_PHONES}
            onChange={(quantity) => page.change({ quantity })}
          />
        }
      />
      <Cell title={price?.isMetered ? '计费' : '到期'} value={fact(endText(offer))} />
      <SelectionSheets
        open={open}
        offer={offer}
        groups={groups}
        groupId={group?.groupId}
        onChange={page.change}
        onClose={() => setOpen(undefined)}
      />
    </Card>
  )
}

const problemActions = { gone: { action: '重新选择', to: pathOf('Home/create') }, soldOut: {}, other: {} } as const

function Order({ page, offer }: OrderProps) {
  const { checkout, coupons, problem } = page
  return (
    <Box className={styles.order}>
      {problem && (
        <Box className={styles.problem} live="assertive">
          <NoticeBar tone="dead" icon={alert} text={problem.text} {...problemActions[problem.kind]} />
        </Box>
      )}
      <Choices page={page} offer={offer} />
      {offer.isSoldOut && <StockWaits configId={offer.configuration.configId} zones={offer.zones} />}
      <Card>
        <CouponCell choice={coupons} onLogIn={page.logIn} />
      </Card>
      {checkout && (
        <Card className={styles.price}>
          <Breakdown
            lines={checkout.lines}
            payableCents={checkout.quote.payableCents}
            isBeans={offer.price?.isMetered ?? false}
          />
        </Card>
      )}
      {offer.price && !offer.price.isMetered && <ReturnRule />}
    </Box>
  )
}

interface BuyGoodsProps {
  readonly selection: Selection
}

/** Review of an order. Open to visitors; submitting needs a login. */
export function BuyGoods({ selection }: BuyGoodsProps) {
  const page = useCheckout(selection)
  const { reading, offer, checkout, coupons, isBusy, hasAgreed, setAgreed } = page
  const submit = async () => {
    if (hasAgreed || (await agreesToTerms())) page.buy()
  }
  const saved = checkout?.savedCents ?? 0
  const isLoggedIn = useIsLoggedIn()
  const { isFetched: areGroupsKnown } = useGroups()
  return (
    <Page
      route="create/buyGoods"
      footer={
        offer && (
          <BottomBar
            summary={
              offer.price?.isMetered ? (
                <BeansPrice cents={checkout?.quote.payableCents ?? null} size={28} />
              ) : (
                <Price cents={checkout?.quote.payableCents ?? null} size={28} />
              )
            }
            note={saved > 0 ? `共省 ¥${formatYuan(saved)}` : undefined}
            isSaving
          >
            <Button isBusy={isBusy} isDisabled={!checkout?.input || coupons.isOpen} onTap={() => void submit()}>
              {offer.isSoldOut ? '暂时售罄' : '提交订单'}
            </Button>
          </BottomBar>
        )
      }
    >
      <Async
        of={reading.list}
        loading={<RowsSkeleton />}
        isEmpty={() => !offer}
        empty={<Empty illustration={noDevices} title="暂时没有在售的云手机" hint="稍后再来看看" />}
        isReady={!isLoggedIn || areGroupsKnown}
      >
        {() =>
          offer && (
            <>
              <Order page={page} offer={offer} />
              <Consent hasAgreed={hasAgreed} onChange={setAgreed} />
            </>
          )
        }
      </Async>
    </Page>
  )
}
