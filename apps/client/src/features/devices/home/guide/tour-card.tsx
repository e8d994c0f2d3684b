import { endNewUserGuide, getNewUserGuideConfig_V2 } from '@yunji/contract/configuration/guide/calls'
import type { GuideStep } from '@yunji/contract/configuration/guide/schema'
import { useEffect, useState } from 'react'
import { callApi } from '../../../../shared/api/client.ts'
import { useCall } from '../../../../shared/api/query.ts'
import { tourState, useTourAsked } from '../../../../shared/guide/tour-state.ts'
import { usePageOnTop } from '../../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Picture } from '../../../../shared/ui/picture/picture'
import { Spotlight } from './spotlight.tsx'
import styles from './tour-card.module.css'
import { tourTargets } from './tour-targets.ts'

const LABEL = '新手引导'

/** Tells the server; a failure is made up for at the next start, which `hasEndedHere` keeps silent. */
const tellEnd = (): void => {
  tourState.noteEnd()
  callApi(endNewUserGuide, {}, { hasIndicator: false }).catch(() => undefined)
}

interface StepProps {
  readonly steps: readonly GuideStep[]
  readonly place: number
  readonly onPlace: (place: number) => void
  readonly onEnd: () => void
}

/** Words and ways of a step. The way on comes first for a keyboard, and last for the eye. */
function Step({ steps, place, onPlace, onEnd }: StepProps) {
  const step = steps[place]
  if (!step) return null
  const isLast = place === steps.length - 1
  const link = tourTargets[step.target]?.link
  return (
    <Box className={styles.step}>
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
        <Button size="small" onTap={() => (isLast ? onEnd() : onPlace(place + 1))}>
          {isLast ? '知道了' : '下一步'}
        </Button>
        {link && (
          <Button variant="outline" size="small" to={link.to}>
            {link.text}
          </Button>
        )}
        {place > 0 && (
          <Button variant="quiet" size="small" onTap={() => onPlace(place - 1)}>
            上一步
          </Button>
        )}
      </Box>
      <Box className={styles.top}>
        <Box className={styles.place}>{`${LABEL} ${place + 1} / ${steps.length}`}</Box>
        <TextLink tone="ink" onTap={onEnd}>
          跳过引导
        </TextLink>
      </Box>
    </Box>
  )
}

/** The first step stands in the flow of the page and covers nothing; who goes on is shown each thing where it is. */
function Tour({ steps, onEnd }: Pick<StepProps, 'steps' | 'onEnd'>) {
  const [place, setPlace] = useState(0)
  const isOnTop = usePageOnTop()
  const step = steps[place]
  if (!step) return null
  const content = <Step steps={steps} place={place} onPlace={setPlace} onEnd={onEnd} />
  if (place === 0) {
    return (
      <Card className={styles.card}>
        <Box as="section" label={LABEL}>
          {content}
        </Box>
      </Card>
    )
  }
  return isOnTop ? (
    <Spotlight label={LABEL} target={tourTargets[step.target]} onLeave={onEnd}>
      {content}
    </Spotlight>
  ) : null
}

/** First-run tour. */
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
