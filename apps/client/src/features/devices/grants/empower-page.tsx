import { sharePath } from '@yunji/contract/devices/grant/rules'
import type { GrantSide } from '@yunji/contract/devices/grant/schema'
import { useState } from 'react'
import { useChosenDevices } from '../../../shared/devices/device-choice.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useShareCard } from '../../../shared/platform/page/share-card'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { GrantList } from './grant-list.tsx'
import styles from './grants.module.css'
import { useGrants } from './grants.ts'
import { NewGrant } from './new-grant.tsx'
import { type MadeShare, ShareResult } from './share-result.tsx'
import { SupportViews } from './support-views.tsx'
import { UseLog } from './use-log.tsx'

const ROUTE = 'Device/empower'

type View = 'list' | 'new' | 'log'

interface EmpowerPageProps {
  readonly params: PageParams
}

/** Authorisation centre: who may use one's devices, and which devices of others one may use. */
export function EmpowerPage({ params }: EmpowerPageProps) {
  const { ids, setIds } = useChosenDevices(ROUTE, { ...params, deviceIds: params.deviceIds ?? params.deviceId ?? '' })
  const [view, setView] = useState<View>(ids.length > 0 ? 'new' : 'list')
  const [side, setSide] = useState<GrantSide>(params.view === 'received' ? 'received' : 'given')
  const [made, setMade] = useState<MadeShare>()
  const { counts } = useGrants(side)
  useShareCard(made && { title: '云机：打开我分享的云手机', path: sharePath({ secret: made.secret }) })
  const sides = [
    { value: 'given', label: `我授权的${counts ? ` ${counts.given}` : ''}` },
    { value: 'received', label: `授权给我的${counts ? ` ${counts.received}` : ''}` },
  ] as const
  const backToList = () => {
    setIds([])
    setSide('given')
    setView('list')
  }
  return (
    <Page
      route={ROUTE}
      action={
        <TextLink tone="ink" onTap={() => setView(view === 'list' ? 'log' : 'list')}>
          {view === 'list' ? '记录' : '返回列表'}
        </TextLink>
      }
      footer={
        view === 'list' && (
          <BottomBar>
            <Button icon={plus} onTap={() => setView('new')}>
              新建授权
            </Button>
          </BottomBar>
        )
      }
    >
      {view === 'list' && (
        <>
          <Box className={styles.sides}>
            <Segmented label="授权方向" options={sides} value={side} onChange={setSide} />
          </Box>
          {made && side === 'given' && <ShareResult made={made} onClose={() => setMade(undefined)} />}
          <SupportViews />
          <GrantList key={side} side={side} />
        </>
      )}
      {view === 'new' && (
        <NewGrant
          ids={ids}
          onGiven={backToList}
          onShared={(share) => {
            setMade(share)
            backToList()
          }}
        />
      )}
      {view === 'log' && <UseLog />}
    </Page>
  )
}
