import { ScrollView, Slot } from '@tarojs/components'
import { LOAD_MORE_OFFSET_PX, PULL_REFRESH_OFFSET_PX } from '@yunji/contract/display/limits'
import { useId, useState } from 'react'
import { readScroll } from '../../platform/page/read-scroll.ts'
import { Box } from '../../ui/elements/elements'
import { BackToTop } from '../back-to-top.tsx'
import { EndCheckProvider, useStableCheck } from './end-check.ts'
import type { PullAreaProps } from './pull-area.h5.tsx'
import styles from './pull-area.module.css'
import type { PullPhase } from './pull-gesture.ts'
import { PullIndicator } from './pull-indicator.tsx'
import { createScrollSource, ScrollSource } from './scroll-context.ts'
import { isNearEnd, offersBackToTop } from './scroll-position.ts'

/** The platform scrolls only when the value changes; negative values all mean the top. */
const TOPS = [-1, -2] as const

const pullPhase = (distancePx: number): PullPhase => (distancePx >= PULL_REFRESH_OFFSET_PX ? 'ready' : 'pulling')

/**
 * As in the browser (see pull-area.h5), except that the platform's own refresher tracks the finger: each move
 * would otherwise cross threads twice.
 */
export function PullArea({ onRefresh, onNearEnd, children }: PullAreaProps) {
  const id = `area-${useId().replaceAll(':', '')}`
  const [phase, setPhase] = useState<PullPhase>('rest')
  const [isFarDown, setFarDown] = useState(false)
  const [top, setTop] = useState<number>()
  const [source] = useState(() => createScrollSource(id))

  const check = useStableCheck(async () => {
    const position = await readScroll(id)
    if (position && isNearEnd(position)) onNearEnd()
  })

  const refresh = async () => {
    setPhase('refreshing')
    await onRefresh().finally(() => setPhase('rest'))
  }
  const settle = () => setPhase((before) => (before === 'refreshing' ? before : 'rest'))

  return (
    <Box className={styles.place}>
      <ScrollView
        id={id}
        className={styles.area}
        scrollY
        scrollWithAnimation
        scrollTop={top}
        onScroll={({ detail }) => {
          setFarDown(offersBackToTop(detail.scrollTop))
          source.notify(detail.scrollTop)
        }}
        lowerThreshold={LOAD_MORE_OFFSET_PX}
        onScrollToLower={onNearEnd}
        refresherEnabled
        refresherDefaultStyle="none"
        refresherBackground="transparent"
        refresherThreshold={PULL_REFRESH_OFFSET_PX}
        refresherTriggered={phase === 'refreshing'}
        onRefresherPulling={({ detail }) => setPhase(pullPhase(detail.dy ?? 0))}
        onRefresherRefresh={() => void refresh()}
        onRefresherRestore={settle}
        onRefresherAbort={settle}
      >
        <Slot name="refresher">
          <PullIndicator phase={phase} />
        </Slot>
        <Box className={styles.content}>
          <ScrollSource.Provider value={source}>
            <EndCheckProvider value={check}>{children}</EndCheckProvider>
          </ScrollSource.Provider>
        </Box>
      </ScrollView>
      {isFarDown && <BackToTop onTap={() => setTop((before) => (before === TOPS[0] ? TOPS[1] : TOPS[0]))} />}
    </Box>
  )
}
