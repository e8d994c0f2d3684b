import { useCallback } from 'react'
import type { DeviceDisplay } from '../../../../shared/devices/device-display.ts'
import { useDeviceProgress } from '../../../../shared/devices/device-display.ts'
import { useInView } from '../../../../shared/platform/page/use-in-view'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { Tick } from '../../../../shared/ui/choice/tick.tsx'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { DeviceCover } from '../../../../shared/ui/picture/device-cover.tsx'
import { coverUrl } from '../api/devices.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { useEnter } from '../api/use-enter.ts'
import { homeView, useHomeView } from '../home-view.ts'
import { openSheet } from '../sheets/home-sheets.ts'
import styles from './device-tile.module.css'

interface DeviceTileProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
  readonly onInView: (deviceId: number, isInView: boolean) => void
}

function TileText({ device, display }: Pick<DeviceTileProps, 'device' | 'display'>) {
  return (
    <>
      <Box className={styles.name}>{device.name}</Box>
      <StateBadge tone={display.tone} isPlain>
        {display.brief}
      </StateBadge>
    </>
  )
}

/** Tile of a device: a tap on the screen enters it, a tap on the name opens its actions. */
export function DeviceTile({ device, display, onInView }: DeviceTileProps) {
  const { deviceId, name } = device
  const id = `device-${deviceId}`
  const percent = useDeviceProgress((progress) => progress.get(deviceId))
  const enter = useEnter()
  const isChosen = useHomeView(({ chosen }) => chosen?.has(deviceId))
  useInView(
    id,
    useCallback((isInView: boolean) => onInView(deviceId, isInView), [deviceId, onInView]),
  )

  const cover = (
    <Box id={id} className={classes(styles.cover, isChosen && styles.chosen)}>
      <DeviceCover
        src={coverUrl(device)}
        tone={display.tone}
        work={display.isBusy ? { text: display.word, percent } : undefined}
      />
      {isChosen !== undefined && (
        <Box className={styles.tick}>
          <Tick isOn={isChosen} isOnPicture />
        </Box>
      )}
    </Box>
  )
  if (isChosen !== undefined) {
    return (
      <Tap className={styles.whole} label={name} isChecked={isChosen} onTap={() => homeView.choose(device)}>
        {cover}
        <Box className={styles.words}>
          <TileText device={device} display={display} />
        </Box>
      </Tap>
    )
  }
  return (
    <>
      <Tap className={styles.whole} label={`进入「${name}」`} onTap={() => enter(device)}>
        {cover}
      </Tap>
      <Tap className={styles.words} onTap={() => openSheet({ kind: 'actions', deviceId })}>
        <TileText device={device} display={display} />
      </Tap>
    </>
  )
}
