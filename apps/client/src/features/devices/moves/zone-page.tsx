import { changeZone, getZoneTerms } from '@yunji/contract/devices/move/calls'
import { KEPT_DAYS } from '@yunji/contract/devices/move/rules'
import type { ZoneOption, ZoneTerms } from '@yunji/contract/devices/move/schema'
import { formatBeans } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { StockWaits } from '../../../shared/commerce/stock-waits.tsx'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { zonePath } from '../../../shared/navigation/page-paths.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { openPage, replacePage } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card, Inset } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { alert, forward } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { isInStock, type Latency, recommendedZone, sortZones } from './latency.ts'
import styles from './moves.module.css'
import { backHome, Consequences, DeviceCard, followTask } from './moving-device.tsx'
import { useLatencies } from './use-latencies.ts'
import { useMoveMinutes } from './use-move-minutes.ts'
import { LatencyText, ZoneList } from './zone-list.tsx'

/** Zones on the page itself; all of them are a tap away. */
const SHOWN_ZONES = 6

const costText = ({ costBeans, freeAgainAt, beans }: ZoneTerms): string =>
  costBeans === 0
    ? '免费（每 30 天一次）'
    : `${formatBeans(costBeans)} 云豆，现有 ${formatBeans(beans)} 云豆${freeAgainAt ? `；${formatDate(freeAgainAt)} 起再次免费` : ''}`

const useZones = ({ zones, gatewayUrl }: ZoneTerms, linkedId: number | undefined) => {
  const latencies = useLatencies([gatewayUrl, ...zones.map((zone) => zone.gatewayUrl)])
  const [touchedId, choose] = useState(linkedId)
  const sorted = sortZones(zones, latencies.latencyOf)
  const recommended = recommendedZone(zones, latencies.latencyOf)
  const chosen = sorted.find((zone) => zone.zoneId === touchedId && isInStock(zone)) ?? recommended
  return { ...latencies, sorted, recommended, chosen, choose }
}

interface RouteProps {
  readonly device: ZoneTerms['device']
  readonly target: ZoneOption | undefined
  readonly from: Latency
  readonly to: Latency
  readonly isMeasuring: boolean
}

function ZoneRoute({ device, target, from, to, isMeasuring }: RouteProps) {
  return (
    <Box className={styles.inset}>
      <Inset>
        <Box className={styles.route}>
          <Box className={styles.side}>
            <Box className={styles.when}>当前</Box>
            <Box className={styles.place}>{device.zoneName}</Box>
            <LatencyText of={from} isMeasuring={isMeasuring} />
          </Box>
          <Box className={styles.arrow} isDecoration>
            <Icon of={forward} size={16} />
          </Box>
          <Box className={styles.side}>
            <Box className={styles.when}>更换后</Box>
            <Box className={styles.place}>{target?.name ?? '请选择区域'}</Box>
            {target && <LatencyText of={to} isMeasuring={isMeasuring} />}
          </Box>
        </Box>
      </Inset>
    </Box>
  )
}

interface ZoneTermsProps {
  readonly deviceId: number
  readonly linkedId: number | undefined
  readonly terms: ZoneTerms
  readonly refetch: () => unknown
}

const useChangeZone = ({ deviceId, terms, refetch }: ZoneTermsProps, minutes: string) => {
  const [key] = useState(randomId)
  const { costBeans, device } = terms
  return useWrite(
    async ({ zoneId }: ZoneOption): Promise<void> => {
      const idempotencyKey = `${key}-${zoneId}-${costBeans}`
      const answer = await callApi(changeZone, { deviceId, zoneId, costBeans }, { idempotencyKey })
      if (answer.code === ErrorCode.OK) return followTask(answer.data.taskId)
      showToast(answer.msg, 'error')
      await refetch()
    },
    {
      confirm: ({ name }) =>
        confirm({
          title: `更换到 ${name}？`,
          body: `「${device.name}」的应用和数据会一起搬过去，${minutes}。网络地址会变，个别应用可能需要重新登录。费用：${costBeans === 0 ? '免费' : `${formatBeans(costBeans)} 云豆`}。`,
          cancelText: '取消',
          confirmText: '确认更换',
        }),
      onError: (error) => {
        showError(error)
        void refetch()
      },
    },
  )
}

function ZoneTermsView(props: ZoneTermsProps) {
  const { deviceId, linkedId, terms } = props
  const { device, costBeans, beans } = terms
  const zones = useZones(terms, linkedId)
  const minutes = useMoveMinutes(deviceId, true)
  const changing = useChangeZone(props, minutes)
  const { chosen, sorted, latencyOf, isMeasuring } = zones
  const isShort = costBeans > beans
  return (
    <Page
      route="Device/changeZone"
      footer={
        <BottomBar>
          {isShort ? (
            <Button to={pathOf('user/recharge')}>云豆不足，去充值</Button>
          ) : (
            <Button
              isDisabled={!chosen || device.obstacle !== ''}
              isBusy={changing.isBusy}
              onTap={() => chosen && changing.run(chosen)}
            >
              {chosen ? `更换到 ${chosen.name}` : '请选择区域'}
            </Button>
          )}
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        {device.obstacle && <NoticeBar text={device.obstacle} tone="soon" icon={alert} />}
        <DeviceCard
          device={device}
          note={costBeans === 0 ? '30 天内还可免费更换 1 次' : `本次需 ${formatBeans(costBeans)} 云豆`}
        >
          <ZoneRoute
            device={device}
            target={chosen}
            from={latencyOf(terms.gatewayUrl)}
            to={chosen && latencyOf(chosen.gatewayUrl)}
            isMeasuring={isMeasuring}
          />
        </DeviceCard>
        <ZoneList
          zones={sorted.slice(0, SHOWN_ZONES)}
          chosenId={chosen?.zoneId}
          recommendedId={zones.recommended?.zoneId}
          latencyOf={latencyOf}
          isMeasuring={isMeasuring}
          onMeasure={zones.measureAll}
          onChoose={zones.choose}
        />
        {device.configId !== null && <StockWaits configId={device.configId} zones={sorted} />}
        {sorted.length > SHOWN_ZONES && (
          <Card>
            <Cell
              title={`全部 ${sorted.length} 个区域`}
              onTap={() => void openPage(zonePath('Device/selectChangeZone', deviceId, chosen?.zoneId))}
            />
          </Card>
        )}
        <Consequences
          kept="名称、分组、授权、到期时间和配置，应用和数据"
          lost={`正在运行的应用会关闭，网络地址会变；原云手机保留 ${KEPT_DAYS} 天`}
          minutes={minutes}
          cost={costText(terms)}
        />
      </Box>
    </Page>
  )
}

const noZones = (
  <Empty illustration={noDevices} title="没有其他区域可选" hint="这台设备的配置目前只在当前区域提供">
    {backHome}
  </Empty>
)

interface ZonePageProps {
  readonly deviceId: number
  /** Chosen beforehand. */
  readonly zoneId?: number | undefined
}

/** The same phone, with its data, in another zone. */
export function ZonePage({ deviceId, zoneId }: ZonePageProps) {
  const terms = useCall(getZoneTerms, { deviceId: String(deviceId) })
  const { data, refetch } = terms
  useReturn(() => void refetch())
  if (data && data.zones.length > 0) {
    return <ZoneTermsView deviceId={deviceId} linkedId={zoneId} terms={data} refetch={refetch} />
  }
  return (
    <Page route="Device/changeZone">
      <Async of={terms} loading={<RowsSkeleton rows={6} />} elsewhere={backHome}>
        {() => noZones}
      </Async>
    </Page>
  )
}

function AllZones({ deviceId, linkedId, terms }: Omit<ZoneTermsProps, 'refetch'>) {
  const zones = useZones(terms, linkedId)
  return (
    <ZoneList
      zones={zones.sorted}
      chosenId={zones.chosen?.zoneId}
      recommendedId={zones.recommended?.zoneId}
      latencyOf={zones.latencyOf}
      isMeasuring={zones.isMeasuring}
      onMeasure={zones.measureAll}
      onChoose={(zoneId) => void replacePage(zonePath('Device/changeZone', deviceId, zoneId))}
    />
  )
}

/** All zones of the device's configuration; the chosen one is opened in the page before. */
export function SelectZonePage({ deviceId, zoneId }: ZonePageProps) {
  const terms = useCall(getZoneTerms, { deviceId: String(deviceId) })
  return (
    <Page route="Device/selectChangeZone">
      <Async
        of={terms}
        loading={<RowsSkeleton rows={6} />}
        isEmpty={({ zones }) => zones.length === 0}
        empty={noZones}
        elsewhere={backHome}
      >
        {(data) => <AllZones deviceId={deviceId} linkedId={zoneId} terms={data} />}
      </Async>
    </Page>
  )
}
