import type { Goods } from '@yunji/contract/commodity/goods-schema'
import { purchaseCents, regularPriceOf, termsForQuantity } from '@yunji/contract/commodity/goods-terms'
import { pathOf } from '@yunji/contract/navigation/pages'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/order/limits'
import { useReturn } from '../../shared/platform/use-return.ts'
import { Async } from '../../shared/ui/async.tsx'
import { BottomBar } from '../../shared/ui/bottom-bar.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { Box } from '../../shared/ui/elements'
import { Empty } from '../../shared/ui/empty.tsx'
import { NumberBox } from '../../shared/ui/form/number-box.tsx'
import { code, forward } from '../../shared/ui/icons.ts'
import { noDevices } from '../../shared/ui/illustrations/no-devices.ts'
import { NoticeBar } from '../../shared/ui/notice-bar.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Price } from '../../shared/ui/price.tsx'
import { TabHeader } from '../../shared/ui/tab-header.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { configurationLike } from './choice.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import styles from './create-goods.module.css'
import { CreateSkeleton } from './create-skeleton.tsx'
import { DurationCard } from './duration-card.tsx'
import { LevelCards } from './level-cards.tsx'
import { type Offer, settledWish, useOffer } from './offer.ts'
import { SeckillStrip } from './seckill-strip.tsx'
import { buyPath } from './wish.ts'
import { changeWish, useWish } from './wish-store.ts'
import { ZoneCard } from './zone-card.tsx'

const bigUserLink = (
  <TextLink tone="ink" endIcon={forward} to={pathOf('create/bigUserBuyGoods')}>
    大客户采购
  </TextLink>
)

function BuyBar({ offer }: { readonly offer: Offer | undefined }) {
  const { price, zone, isSoldOut = false, quantity = 1 } = offer ?? {}
  const charged = price && termsForQuantity(price, quantity)
  const totalCents = charged ? purchaseCents([{ goods: charged, quantity }]) : null
  const wasCents = charged ? regularPriceOf(charged) * quantity : 0
  const isSaving = totalCents !== null && wasCents > totalCents
  return (
    <BottomBar
      summary={<Price cents={totalCents} size={28} isSaving={isSaving} wasCents={isSaving ? wasCents : undefined} />}
      note={price?.isMetered ? '按小时从云豆扣费' : undefined}
    >
      <Button isDisabled={!offer || !price || !zone} to={offer && price && zone && buyPath(settledWish(offer))}>
        {isSoldOut ? '暂时售罄' : '立即购买'}
      </Button>
    </BottomBar>
  )
}

interface ShelfProps {
  readonly goods: readonly Goods[]
  readonly offer: Offer
  readonly reading: ReturnType<typeof useOffer>
}

function Shelf({ goods, offer, reading }: ShelfProps) {
  const { prices, price, zones, zone, isSoldOut, quantity, configuration } = offer
  const { prices: priceReading, zones: zoneReading } = reading
  return (
    <Box className={styles.shelf}>
      <LevelCards
        goods={goods}
        chosenId={offer.goods.goodId}
        onChoose={(chosen) =>
          changeWish({ goodId: chosen.goodId, configId: configurationLike(chosen, configuration)?.configId })
        }
      />
      <SeckillStrip />
      <ConfigurationCard offer={offer} hasDetails onChange={changeWish} />
      {isSoldOut && (
        <Box className={styles.notice}>
          <NoticeBar tone="dead" text="这个配置各区域都已售罄，换个规格看看" />
        </Box>
      )}
      <ZoneCard
        zones={zones}
        chosenId={zone?.zoneId}
        hasFailed={zoneReading.isError && !zones}
        onRetry={() => void zoneReading.refetch()}
        onChoose={(zoneId) => changeWish({ zoneId })}
      />
      <DurationCard
        prices={prices}
        chosenId={price?.id}
        quantity={quantity}
        hasFailed={priceReading.isError && !prices}
        onRetry={() => void priceReading.refetch()}
        onChoose={changeWish}
      />
      <Card className={styles.quantity}>
        <Box as="h2" className={styles.title}>
          数量
        </Box>
        <NumberBox
          label="数量"
          value={quantity}
          maximum={ORDER_MAXIMUM_PHONES}
          onChange={(value) => changeWish({ quantity: value })}
        />
      </Card>
      <Card>
        <Cell icon={code} title="有激活码？直接兑换云手机" to={pathOf('user/activateDevice')} />
      </Card>
    </Box>
  )
}

/** Everything that is sold, on one page: choose, and go on to buy. */
export function CreateGoods() {
  const reading = useOffer(useWish())
  const { list, offer } = reading
  useReturn(() => void reading.readAgain())
  return (
    <Page
      route="Home/create"
      header={<TabHeader route="Home/create" action={bigUserLink} />}
      footer={offer && <BuyBar offer={offer} />}
    >
      <Async
        of={list}
        loading={<CreateSkeleton />}
        isEmpty={() => !offer}
        empty={<Empty illustration={noDevices} title="暂时没有在售的云手机" hint="稍后再来看看" />}
      >
        {({ records }) => offer && <Shelf goods={records} offer={offer} reading={reading} />}
      </Async>
    </Page>
  )
}
