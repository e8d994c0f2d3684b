import { useState } from 'react'
import { useChosenDevices } from '../../../shared/devices/device-choice.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { NewTransferForm } from './new-transfer-form.tsx'
import styles from './transfer.module.css'
import { TransferRecords } from './transfer-records.tsx'

const ROUTE = 'Device/transfer'

const sides = [
  { value: 'start', label: '发起转移' },
  { value: 'records', label: '转移记录' },
] as const
type Side = (typeof sides)[number]['value']

interface TransferPageProps {
  readonly params: PageParams
}

/** Transfer centre: devices to another number, and what became of earlier transfers. */
export function TransferPage({ params }: TransferPageProps) {
  const [side, setSide] = useState<Side>(params.view === undefined ? 'start' : 'records')
  const { ids, setIds } = useChosenDevices(ROUTE, { ...params, deviceIds: params.deviceIds ?? params.deviceId ?? '' })
  const [isVerifying, setVerifying] = useState(false)
  const [isReady, setReady] = useState(false)
  return (
    <Page
      route={ROUTE}
      footer={
        side === 'start' && (
          <BottomBar>
            <Button isDisabled={!isReady} onTap={() => setVerifying(true)}>
              下一步，短信验证
            </Button>
          </BottomBar>
        )
      }
    >
      <Box className={styles.sides}>
        <Segmented label="转移中心" options={sides} value={side} onChange={setSide} />
      </Box>
      {side === 'start' ? (
        <NewTransferForm
          ids={ids}
          onIds={setIds}
          isVerifying={isVerifying}
          onReady={setReady}
          onClose={() => setVerifying(false)}
          onStarted={() => {
            setVerifying(false)
            setIds([])
            setSide('records')
          }}
        />
      ) : (
        <TransferRecords onStart={() => setSide('start')} />
      )}
    </Page>
  )
}
