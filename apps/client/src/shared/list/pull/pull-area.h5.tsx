import { SCROLL_DOWN_TRANSITION_MS } from '@yunji/contract/display/limits'
import { type PropsWithChildren, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Box, Tap } from '../../ui/elements/elements'
import { BackToTop } from '../back-to-top.tsx'
import { EndCheckProvider, useStableCheck } from './end-check.ts'
import styles from './pull-area.module.css'
import { isPulling } from './pull-gesture.ts'
import { PullIndicator } from './pull-indicator.tsx'
import { scrollBack } from './scroll-back.ts'
import { ScrollElement } from './scroll-context.ts'
import { isNearEnd, offersBackToTop } from './scroll-position.ts'
import { usePull } from './use-pull.ts'

export interface PullAreaProps extends PropsWithChildren {
  readonly onRefresh: () => Promise<void>
  /** Called more than once while the end is near. */
  readonly onNearEnd: () => void
}

/** A piece of page that scrolls by itself, is refreshed by a pull, and says when its end is near. */
export function PullArea({ onRefresh, onNearEnd, children }: PullAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const { state, refresh } = usePull(area, onRefresh)
  const [isFarDown, setFarDown] = useState(false)

  const check = useStableCheck(() => {
    if (!area.current) return
    setFarDown(offersBackToTop(area.current.scrollTop))
    if (isNearEnd(area.current)) onNearEnd()
  })

  const { distancePx, hold } = state
  return (
    <Box className={styles.place} style={{ '--settling': `${SCROLL_DOWN_TRANSITION_MS}ms` }}>
      <div ref={area} className={classes(styles.area, isPulling(state) && styles.held)} onScroll={check}>
        <Tap className={styles.refresh} onTap={refresh}>
          刷新
        </Tap>
        <Box
          className={classes(styles.content, !hold && styles.settling)}
          style={distancePx > 0 ? { transform: `translateY(${distancePx}px)` } : undefined}
        >
          <Box className={styles.above}>
            <PullIndicator phase={state.phase} />
          </Box>
          <ScrollElement.Provider value={area}>
            <EndCheckProvider value={check}>{children}</EndCheckProvider>
          </ScrollElement.Provider>
        </Box>
      </div>
      {isFarDown && <BackToTop onTap={() => area.current && scrollBack(area.current)} />}
    </Box>
  )
}
