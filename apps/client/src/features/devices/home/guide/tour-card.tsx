import { endNewUserGuide, getNewUserGuideConfig_V2 } from '@yunji/contract/configuration/guide/calls'
import type { GuideStep } from '@yunji/contract/configuration/guide/schema'
import { pathOf } from '@yunji/contract/pages'
import { useEffect, useState } from 'react'
import { callApi } from '../../../../shared/api/client.ts'
import { useCall } from '../../../../shared/api/query.ts'
import { tourState, useTourAsked } from '../../../../shared/guide/tour-state.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Picture } from '../../../../shared/ui/picture/picture'
import styles from './tour-card.module.css'

/** Where a step leads; the others are on this page. */
const targets: Readonly<Record<GuideStep['target'], { readonly text: string; readonly to: string } | undefined>> = {
  '': undefined,
  devices: undefined,
  messages: { text: '看消息', to: pathOf('user/message') },
  trial: { text: '去试用', to: pathOf('landing/play-trial/index') },
  create: { text: '去看看', to: pathOf('Home/create') },
  user: { text: '去我的', to: pathOf('Home/user') },
}

/** Tells the server; a failure is made up for at the next start, which `hasEndedHere` keeps silent. */
const tellEnd = (): void => {
  tourState.noteEnd()
  callApi(endNewUserGuide, {}, { hasIndicator: false }).catch(() => undefined)
}

interface StepProps {
  readonly steps: readonly GuideStep[]
  readonly onEnd: () => void
}

function Tour({ steps, onEnd }: StepProps) {
  const [place, setPlace] = useState(0)
  const step = steps[place]
  if (!step) return null
  const isLast = place === steps.length - 1
  const target = targets[step.target]
  return (
    <Card className={styles.card}>
      <Box as="section" label="新手引导">
        <Box className={styles.top}>
          <Box className={styles.place}>{`新手引导 ${place + 1} / ${steps.length}`}</Box>
          <TextLink tone="ink" onTap={onEnd}>
            跳过引导
          </TextLink>
        </Box>
        {step.image && <Picture className={styles.picture} src={step.image} />}
        <Box live="polite">
          <Box as="h2" className={styles.title}>
            {step.title}
          </Box>
          <Box as="p" className={styles.text}>
            {step.text}
          </Box>
        </Box>
        <Box className={styles.actions}>
          {place > 0 && (
            <Button variant="quiet" size="small" onTap={() => setPlace(place - 1)}>
              上一步
            </Button>
          )}
          {target && (
            <Button variant="outline" size="small" to={target.to}>
              {target.text}
            </Button>
          )}
          <Button size="small" onTap={() => (isLast ? onEnd() : setPlace(place + 1))}>
            {isLast ? '知道了' : '下一步'}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

/** First-run tour: in the flow of the page, so that nothing is covered and it can be passed over. */
export function TourCard() {
  const { data } = useCall(getNewUserGuideConfig_V2, {})
  const { isAsked } = useTourAsked()
  const [hasEnded, setEnded] = useState(tourState.hasEndedHere)
  const isDue = data?.isTourDue ?? false
  useEffect(() => {
    if (isDue && hasEnded) tellEnd()
  }, [isDue, hasEnded])
  if (!data || !(isAsked || (isDue && !hasEnded))) return null
  const end = () => {
    tourState.forget()
    setEnded(true)
    tellEnd()
  }
  return <Tour steps={data.steps} onEnd={end} />
}
