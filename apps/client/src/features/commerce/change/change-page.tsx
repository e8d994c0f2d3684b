import { getChangeOptions, getVideoOptions } from '@yunji/contract/commerce/change/calls'
import type { ReactNode } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { NoDeviceChosen } from '../../../shared/devices/no-device-chosen.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { type ChangeRead, useChange } from './change-order.ts'
import { backHome, ChangeParts } from './change-parts.tsx'

type ChangeRoute = 'Device/upOrDownConfig' | 'Device/videoChangeOpType'

interface ChosenProps extends ChangeRead {
  readonly route: ChangeRoute
  readonly intro?: ReactNode
}

function ChosenChange({ route, intro, ...read }: ChosenProps) {
  const change = useChange(read)
  const { payableCents, isPaid, couponCents, isBusy, isReady, confirm } = change
  return (
    <Page
      route={route}
      footer={
        <BottomBar
          summary={<Price cents={payableCents ?? null} size={28} />}
          note={couponCents > 0 ? '已用优惠券' : '已减去剩余价值'}
          isSaving
        >
          <Button isBusy={isBusy} isDisabled={!isReady} onTap={confirm}>
            {isPaid ? '去支付' : '确认变更'}
          </Button>
        </BottomBar>
      }
    >
      {intro}
      <ChangeParts change={change} />
    </Page>
  )
}

function NothingToChange({ hint }: { readonly hint: string }) {
  return (
    <Empty illustration={noDevices} title="没有可以变更的选择" hint={hint}>
      {backHome}
    </Empty>
  )
}

interface ConfigPageProps {
  readonly deviceId: number
  /** Another model that was chosen; other configurations of the same one without it. */
  readonly goodId?: number
}

/** Another configuration, or another model. */
export function ConfigPage(props: ConfigPageProps) {
  return props.deviceId ? <ConfigOptions {...props} /> : <NoDeviceChosen route="Device/upOrDownConfig" />
}

function ConfigOptions({ deviceId, goodId }: ConfigPageProps) {
  const options = useCall(getChangeOptions, { deviceId: String(deviceId) })
  const { data, refetch } = options
  const targets = goodId ? data?.models.filter((model) => model.goodId === goodId) : data?.configurations
  if (data && targets && targets.length > 0) {
    const { quotedAt, device } = data
    return (
      <ChosenChange
        route="Device/upOrDownConfig"
        kind="change"
        quotedAt={quotedAt}
        device={device}
        targets={targets}
        refetch={refetch}
      />
    )
  }
  return (
    <Page route="Device/upOrDownConfig">
      <Async of={options} loading={<RowsSkeleton rows={5} />} elsewhere={backHome}>
        {() => <NothingToChange hint="这台设备目前没有其他配置可选" />}
      </Async>
    </Page>
  )
}

interface VideoPageProps {
  readonly deviceId: number
  /** Features of the edition. */
  readonly intro: ReactNode
}

/** The video custom edition of the same phone. */
export function VideoPage(props: VideoPageProps) {
  return props.deviceId ? <VideoOptions {...props} /> : <NoDeviceChosen route="Device/videoChangeOpType" />
}

function VideoOptions({ deviceId, intro }: VideoPageProps) {
  const options = useCall(getVideoOptions, { deviceId: String(deviceId) })
  const { data, refetch } = options
  if (data && data.targets.length > 0) {
    return <ChosenChange route="Device/videoChangeOpType" kind="video" intro={intro} {...data} refetch={refetch} />
  }
  return (
    <Page route="Device/videoChangeOpType">
      <Async of={options} loading={<RowsSkeleton rows={5} />} elsewhere={backHome}>
        {() => <NothingToChange hint="这台设备已经是视频定制版，或没有对应的定制版" />}
      </Async>
    </Page>
  )
}
