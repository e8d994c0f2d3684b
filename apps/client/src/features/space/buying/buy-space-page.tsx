import { formatYuan } from '@yunji/contract/display/money'
import { formatFileSize } from '@yunji/contract/display/text'
import { gigabytes } from '@yunji/contract/space/limits'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import styles from './buy-space.module.css'
import { planOf, type SpacePlan, valuesOf } from './plans.ts'
import { useSpaceOrder } from './space-order.ts'

const sizeText = (sizeGb: number): string => (sizeGb % 1024 === 0 ? `${sizeGb / 1024} TB` : `${sizeGb} GB`)
const monthsText = (months: number): string => (months % 12 === 0 ? `${months / 12} 年` : `${months} 个月`)

const planText = (plan: SpacePlan | undefined): string =>
  plan ? `${sizeText(plan.sizeGb)} · ${monthsText(plan.months)}` : '请选择套餐'

/** Saving of a longer plan against months one by one. */
const savingOf = (ofSize: readonly SpacePlan[], months: number, priceCents: number): string | undefined => {
  const monthly = ofSize.find((plan) => plan.months === 1)
  const savedCents = monthly ? monthly.priceCents * months - priceCents : 0
  return savedCents > 0 ? `省 ¥${formatYuan(savedCents, { dropsZeros: true })}` : undefined
}

interface UseCardProps {
  readonly usedBytes: number
  readonly quotaBytes: number
  readonly addedBytes: number
}

/** Present use, and the quota after the purchase. */
function UseCard({ usedBytes, quotaBytes, addedBytes }: UseCardProps) {
  const percent = Math.min(Math.round((usedBytes / Math.max(quotaBytes, 1)) * 100), 100)
  return (
    <Card isPadded>
      <Box className={styles.used}>
        <Box as="span" className={styles.figure}>
          {formatFileSize(usedBytes)}
        </Box>
        {` / ${formatFileSize(quotaBytes)}`}
      </Box>
      <ProgressBar label="已用空间" percent={percent} tone={usedBytes > quotaBytes ? 'dead' : 'brand'} />
      <Box className={styles.after}>{`购买后共 ${formatFileSize(quotaBytes + addedBytes)}`}</Box>
    </Card>
  )
}

interface PlansProps {
  readonly plans: readonly SpacePlan[]
  readonly plan: SpacePlan
  readonly onChoose: (choice: { readonly sizeGb: number; readonly months: number }) => void
}

function Plans({ plans, plan, onChoose }: PlansProps) {
  const ofSize = plans.filter(({ sizeGb }) => sizeGb === plan.sizeGb)
  return (
    <>
      <Box className={styles.section}>
        <SectionTitle>增加的容量</SectionTitle>
        <OptionGrid label="增加的容量" isWide>
          {valuesOf(plans, 'sizeGb').map((sizeGb) => {
            const offered = planOf(plans, { sizeGb, months: plan.months })
            return (
              <OptionTile
                key={sizeGb}
                title={sizeText(sizeGb)}
                isTitleLarge
                value={offered && <Price cents={offered.priceCents} dropsZeros />}
                isSelected={sizeGb === plan.sizeGb}
                onTap={() => onChoose({ sizeGb, months: plan.months })}
              />
            )
          })}
        </OptionGrid>
      </Box>
      <Box className={styles.section}>
        <SectionTitle>时长</SectionTitle>
        <OptionGrid label="时长">
          {ofSize.map(({ id, months, priceCents }) => (
            <OptionTile
              key={id}
              title={monthsText(months)}
              tip={savingOf(ofSize, months, priceCents)}
              value={<Price cents={priceCents} dropsZeros />}
              isSelected={id === plan.id}
              onTap={() => onChoose({ sizeGb: plan.sizeGb, months })}
            />
          ))}
        </OptionGrid>
      </Box>
    </>
  )
}

function PlansSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.bones}>
        <Bone height={96} shape="block" />
        <Bone width={88} height={20} />
        <Bone height={72} shape="block" />
        <Bone height={72} shape="block" />
      </Box>
    </Skeleton>
  )
}

/** Plans of cloud space. */
export function BuySpacePage() {
  const { offer, plan, choose, coupons, payableCents, isBusy, buy } = useSpaceOrder()
  const discountCents = plan && payableCents !== undefined ? plan.priceCents - payableCents : 0
  return (
    <Page
      route="Space/BuySpace"
      footer={
        <BottomBar
          summary={<Price cents={payableCents ?? null} size={28} />}
          note={discountCents > 0 ? `已优惠 ¥${formatYuan(discountCents, { dropsZeros: true })}` : planText(plan)}
          isSaving={discountCents > 0}
        >
          <Button isBusy={isBusy} isDisabled={!plan || coupons.isOpen} onTap={buy}>
            立即购买
          </Button>
        </BottomBar>
      }
    >
      <Async
        of={offer}
        loading={<PlansSkeleton />}
        isEmpty={({ plans }) => plans.length === 0}
        empty={<Empty illustration={noFiles} title="暂时没有可买的套餐" hint="请稍后再来看看" />}
      >
        {({ plans, usedBytes, quotaBytes }) =>
          plan && (
            <Box className={styles.content}>
              {usedBytes > quotaBytes && (
                <Box className={styles.notice}>
                  <NoticeBar tone="dead" icon={alert} text="空间已超出容量，扩容后可以继续使用" />
                </Box>
              )}
              <UseCard usedBytes={usedBytes} quotaBytes={quotaBytes} addedBytes={gigabytes(plan.sizeGb)} />
              <Plans plans={plans} plan={plan} onChoose={choose} />
              <Box className={styles.more}>
                <Card>
                  <CouponCell choice={coupons} />
                </Card>
              </Box>
              <Box as="ul" className={styles.notes}>
                <Box as="li">支付成功后立即生效，与已有的空间相加</Box>
                <Box as="li">到期后超出的部分保留 7 天，之后从最早的文件和备份开始删除</Box>
              </Box>
            </Box>
          )
        }
      </Async>
    </Page>
  )
}
