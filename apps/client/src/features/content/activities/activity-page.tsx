import { claimActivityCoupon, getActivities, getActivity } from '@yunji/contract/content/activity/calls'
import type { ActivityCoupon, ActivityGoods, ActivityHead } from '@yunji/contract/content/activity/schema'
import { formatDate, formatRentalTime } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { shareLink } from '../../../shared/feedback/share-link.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { activityPath } from '../../../shared/navigation/page-paths.ts'
import { client } from '../../../shared/platform/app/client'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { useShareCard } from '../../../shared/platform/page/share-card'
import { ownOrigin } from '../../../shared/platform/router/location'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { gift } from '../../../shared/ui/icon/account.ts'
import { share } from '../../../shared/ui/icon/controls.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noCoupons } from '../../../shared/ui/status/illustrations.ts'
import { Ticket } from '../../../shared/ui/ticket/ticket.tsx'
import { ticketDisplayOf } from '../../../shared/ui/ticket/ticket-display.ts'
import { DocumentView } from '../document/document-view.tsx'
import styles from './activity-page.module.css'

type Activity = CallData<typeof getActivity>

const timeOf = (time: number): string => formatDate(time, 'MM/DD HH:mm')
const spanOf = ({ startsAt, endsAt }: ActivityHead): string => `${timeOf(startsAt)} – ${timeOf(endsAt)}`

const stateTexts = {
  upcoming: { tag: '即将开始', words: '距开始' },
  running: { tag: '进行中', words: '距结束' },
  ended: { tag: '已结束', words: '' },
} as const

const refresh = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === getActivity.path })

function Head({ activity }: { readonly activity: Activity }) {
  const { name, state, startsAt, endsAt } = activity
  const { tag, words } = stateTexts[state]
  const endsAtMs = state === 'upcoming' ? startsAt : endsAt
  return (
    <Box className={styles.head}>
      <Box className={styles.nameRow}>
        <Box as="h2" className={styles.name}>
          {name}
        </Box>
        <Tag tone={state === 'running' ? 'promo' : 'plain'}>{tag}</Tag>
      </Box>
      <Box className={styles.time}>{spanOf(activity)}</Box>
      {words && (
        <Box className={styles.countdown}>
          {words}
          <Countdown key={endsAtMs} endsAtMs={endsAtMs} clock={serverClock} isBoxed onEnd={() => void refresh()} />
        </Box>
      )}
    </Box>
  )
}

interface CouponProps {
  readonly activity: Activity
  readonly coupon: ActivityCoupon
}

/** Label of the claim, and whether it can be pressed. */
const claimState = ({ state }: Activity, { ownCount, perUserLimit, isSoldOut }: ActivityCoupon) => {
  if (ownCount >= perUserLimit) return { text: '已领取', canClaim: false }
  if (isSoldOut) return { text: '已领完', canClaim: false }
  if (state === 'upcoming') return { text: '未开始', canClaim: false }
  return state === 'ended' ? { text: '已结束', canClaim: false } : { text: '领取', canClaim: true }
}

function Coupon({ activity, coupon }: CouponProps) {
  const { activityId } = activity
  const { templateId, name, scopeText, validDays } = coupon
  const { text, canClaim } = claimState(activity, coupon)
  const { isBusy, run } = useWrite(
    async () => {
      await requestData(claimActivityCoupon, { activityId, templateId })
      showToast('已领取，可在优惠券中查看', 'success')
    },
    { onSettled: refresh },
  )
  return (
    <Ticket
      display={ticketDisplayOf(coupon, !canClaim && text !== '已领取')}
      name={name}
      lines={[scopeText, validDays === null ? '长期有效' : `领取后 ${validDays} 天内有效`]}
      action={
        <Button variant="tint" size="small" isBusy={isBusy} isDisabled={!canClaim} onTap={run}>
          {text}
        </Button>
      }
    />
  )
}

const goodsPath = ({ kind }: Activity, { goodId, configuration, goodTime }: ActivityGoods): string =>
  kind === 'seckill'
    ? pathOf('Home/create')
    : `${pathOf('create/buyGoods')}?goodId=${goodId}&configId=${configuration.configId}&goodTime=${goodTime}&quantity=1`

function Goods({ activity, goods }: { readonly activity: Activity; readonly goods: ActivityGoods }) {
  const { goodsName, goodsLevel, configuration, goodTime, goodPrice, oldGoodPrice, stockLeft } = goods
  const { cpuCores, memoryGb, storageGb } = configuration
  const isOver = activity.state === 'ended'
  const facts = `${cpuCores} 核 ${memoryGb}G+${storageGb}G · ${formatRentalTime(goodTime)}`
  const content = (
    <>
      <Box className={styles.goodsWords}>
        <Box className={styles.goodsName}>
          <LevelBadge level={goodsLevel} />
          {goodsName}
        </Box>
        <Box className={styles.goodsFacts}>{stockLeft === null ? facts : `${facts} · 剩 ${stockLeft} 台`}</Box>
      </Box>
      <Price cents={goodPrice} size={20} isSaving dropsZeros wasCents={oldGoodPrice} />
    </>
  )
  return isOver ? (
    <Box className={styles.goods}>{content}</Box>
  ) : (
    <Tap className={styles.goods} to={goodsPath(activity, goods)}>
      {content}
    </Tap>
  )
}

function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const { state, content, goods, coupons } = activity
  return (
    <Box className={styles.page}>
      <Head activity={activity} />
      {state === 'ended' && (
        <Box className={styles.ended}>
          <Button variant="outline" size="medium" isNarrow to={pathOf('webView/activity')}>
            看看其他活动
          </Button>
        </Box>
      )}
      {coupons.length > 0 && (
        <Box as="section" label="优惠券" className={styles.coupons}>
          {coupons.map((coupon) => (
            <Coupon key={coupon.templateId} activity={activity} coupon={coupon} />
          ))}
        </Box>
      )}
      {goods.length > 0 && (
        <Card title="活动商品">
          {goods.map((each) => (
            <Goods key={each.id} activity={activity} goods={each} />
          ))}
        </Card>
      )}
      {content.length > 0 && (
        <Card title="活动说明" isPadded>
          <DocumentView content={content} />
        </Card>
      )}
    </Box>
  )
}

const backToList = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('webView/activity')}>
    看看其他活动
  </Button>
)

/** One activity: countdown, coupons, goods and its text. */
export function ActivityPage({ activityId }: { readonly activityId: number }) {
  const activity = useCall(getActivity, { activityId: String(activityId) })
  const path = activityPath(activityId)
  useShareCard({ title: activity.data?.name ?? '云机活动', path })
  const sharing = client.clientType === 'h5' && activity.data && (
    <IconButton of={share} label="分享" onTap={() => void shareLink(`${ownOrigin()}${path}`)} />
  )
  return (
    <Page route="webView/activity" title={activity.data?.name} action={sharing}>
      <Async of={activity} loading={<RowsSkeleton />} elsewhere={backToList}>
        {(data) => <ActivityDetails activity={data} />}
      </Async>
    </Page>
  )
}

/** Activities that run or begin soon. */
export function ActivityListPage() {
  const activities = useCall(getActivities, {})
  return (
    <Page route="webView/activity" title="活动">
      <Async
        of={activities}
        loading={<RowsSkeleton />}
        isEmpty={({ records }) => records.length === 0}
        empty={<Empty illustration={noCoupons} title="暂时没有活动" hint="有新活动时会在这里显示" />}
      >
        {({ records }) => (
          <Box className={styles.page}>
            <Card>
              {records.map((head) => (
                <Cell
                  key={head.activityId}
                  icon={gift}
                  title={head.name}
                  sub={spanOf(head)}
                  value={stateTexts[head.state].tag}
                  to={activityPath(head.activityId)}
                />
              ))}
            </Card>
          </Box>
        )}
      </Async>
    </Page>
  )
}
