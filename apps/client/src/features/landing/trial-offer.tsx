import type { getPlayTrial } from '@yunji/contract/configuration/guide/calls'
import { trialRefusalTexts } from '@yunji/contract/configuration/guide/rules'
import { pathOf } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { TextLink } from '../../shared/ui/button/text-link.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Countdown } from '../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { play } from '../../shared/ui/icon/device.ts'
import styles from './landing.module.css'
import { Scene } from './scene.tsx'
import { type Equipment, useTrial, useTrialWait } from './use-trial.ts'

type Landing = CallData<typeof getPlayTrial>

function WaitButton({ configId }: { readonly configId: number | null }) {
  const { isOn, isBusy, toggle } = useTrialWait(configId)
  return (
    <Button variant={isOn ? 'outline' : 'primary'} isBusy={isBusy} onTap={() => toggle()}>
      {isOn ? '取消提醒' : '有空闲时提醒我'}
    </Button>
  )
}

const buy = <Button to={pathOf('Home/create')}>创建自己的云手机</Button>

interface ActionProps {
  readonly landing: Landing
  readonly trial: ReturnType<typeof useTrial>
}

function TrialAction({ landing, trial }: ActionProps) {
  const { equipment, isBusy, isPreparing, start } = trial
  if (!landing.trial.isOn || equipment?.refusal === 'off' || equipment?.refusal === 'used') return buy
  if (equipment?.refusal === 'soldOut') return <WaitButton configId={equipment.configId} />
  return (
    <Button isLifted icon={play} isBusy={isBusy || isPreparing} busyText="正在准备云手机…" onTap={start}>
      {equipment?.endsAt ? '继续试玩' : '立即试玩'}
    </Button>
  )
}

const noteOf = ({ trial }: Landing, equipment: Equipment | undefined, isLoggedIn: boolean): string => {
  if (!trial.isOn) return trialRefusalTexts.off
  if (equipment?.refusal) return trialRefusalTexts[equipment.refusal]
  if (equipment?.deviceId) return '正在准备，好了会自动打开'
  if (!trial.isFree) return trialRefusalTexts.soldOut
  return isLoggedIn ? '每人一次，到时自动收回并清空' : '登录后开始，每人一次'
}

/** The trial, and the one button that fits its state. */
export function TrialOffer({ landing }: { readonly landing: Landing }) {
  const trial = useTrial()
  const isLoggedIn = useIsLoggedIn()
  const { equipment } = trial
  return (
    <Card className={styles.offer}>
      <Box className={styles.offerHead}>
        <Scene className={styles.icon} picture={landing.game.icon} />
        <Box className={styles.offerWords}>
          <Box as="h2" className={styles.offerTitle}>
            {landing.trial.isOn ? `免费试玩 ${landing.trial.minutes} 分钟` : landing.game.name}
          </Box>
          <Box as="p" className={styles.note} live="polite">
            {equipment?.endsAt ? (
              <>
                试玩还剩 <Countdown endsAtMs={equipment.endsAt} onEnd={trial.refetch} />
              </>
            ) : (
              noteOf(landing, equipment, isLoggedIn)
            )}
          </Box>
        </Box>
      </Box>
      <TrialAction landing={landing} trial={trial} />
      <Box className={styles.more}>
        <TextLink to={pathOf('landing/play-trial/download')}>下载云机，长期畅玩</TextLink>
      </Box>
    </Card>
  )
}
