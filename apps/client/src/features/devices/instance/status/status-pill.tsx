import { QUALITIES } from '@yunji/player/player-state'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box } from '../../../../shared/ui/elements/elements'
import { signal } from '../../../../shared/ui/icon/device.ts'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { useInstance } from '../instance-store.ts'
import glass from '../tools/glass.module.css'
import { bitrateText, latencyTone } from './figures.ts'
import styles from './status-pill.module.css'

/** Quality of the connection. Touches pass through to the phone. */
export function StatusPill() {
  const statistics = useInstance((state) => state.statistics)
  const quality = useInstance(({ player }) => player.quality)
  const isLive = useInstance(({ player }) => player.phase === 'live')
  if (!isLive || !statistics || statistics.roundTripMs === null) return null
  const { roundTripMs, framesPerSecond } = statistics
  return (
    <Box className={classes(glass.glass, styles.pill)}>
      <Box className={classes(styles.latency, styles[latencyTone(roundTripMs)])}>
        <Icon of={signal} size={16} />
        {roundTripMs} ms
      </Box>
      {quality && <Box as="span">{QUALITIES[quality].label}</Box>}
      {framesPerSecond === 0 ? (
        <Box as="span">画面静止</Box>
      ) : (
        <>
          <Box as="span">{framesPerSecond} 帧</Box>
          <Box as="span">{bitrateText(statistics)}</Box>
        </>
      )}
    </Box>
  )
}
