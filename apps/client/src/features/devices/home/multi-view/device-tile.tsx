import { memo } from 'react'
import { type DeviceDisplay, useDeviceProgress } from '../../../../shared/devices/device-display.ts'
import { RowCover } from '../../../../shared/devices/row-cover.tsx'
import { useDeviceDisplay } from '../../../../shared/devices/use-device-display.ts'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../../shared/ui/badge/tag.tsx'
import { Tick } from '../../../../shared/ui/choice/tick.tsx'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { coverUrl } from '../api/devices.ts'
import { grantMark, type HomeDevice } from '../api/home-device.ts'
import { useEnter } from '../api/use-enter.ts'
import { homeView, useHomeView } from '../home-view.ts'
import { openSheet } from '../sheets/home-sheets.ts'
import styles from './device-tile.module.css'

function TileText({ device, display }: { readonly device: HomeDevice; readonly display: DeviceDisplay }) {
  return (
    <>
      <Box className={styles.name}>{device.name}</Box>
      <StateBadge tone={display.tone} isPlain>
        {display.brief}
      </StateBadge>
    </>
  )
}

interface DeviceTileProps {
  readonly device: HomeDevice
  readonly nowMs: number
}

/** Tile of a device: a tap on the screen enters it, a tap on the name opens its actions. Drawn again when it has changed. */
export const DeviceTile = memo(function DeviceTile({ device, nowMs }: DeviceTileProps) {
  const { deviceId, name } = device
  const display = useDeviceDisplay()(device, nowMs)
  const percent = useDeviceProgress((progress) => progress.get(deviceId))
  const enter = useEnter()
  const mark = grantMark(device)
  const isChosen = useHomeView(({ chosen }) => chosen?.has(deviceId))

  /** A picture's mark is read with the name of its button. */
  const marked = (label: string) => (mark ? `${label}，${mark}` : label)
  const cover = (
    <Box className={classes(styles.cover, isChosen && styles.chosen)}>
      <RowCover
        // Never the picture of the device that this tile showed before.
        key={deviceId}
        src={coverUrl(device)}
        tone={display.tone}
        work={display.isBusy ? { text: display.word, percent } : undefined}
      />
      {mark && (
        <Box className={styles.mark}>
          <Tag>{mark}</Tag>
        </Box>
      )}
      {isChosen !== undefined && (
        <Box className={styles.tick}>
          <Tick isOn={isChosen} isOnPicture />
        </Box>
      )}
    </Box>
  )
  if (isChosen !== undefined) {
    return (
      <Box className={styles.tile}>
        <Tap className={styles.whole} label={marked(name)} isChecked={isChosen} onTap={() => homeView.choose(device)}>
          {cover}
          <Box className={styles.words}>
            <TileText device={device} display={display} />
          </Box>
        </Tap>
      </Box>
    )
  }
  return (
    <Box className={styles.tile}>
      <Tap className={styles.whole} label={marked(`进入「${name}」`)} onTap={() => enter(device)}>
        {cover}
      </Tap>
      <Tap className={styles.words} onTap={() => openSheet({ kind: 'actions', deviceId })}>
        <TileText device={device} display={display} />
      </Tap>
    </Box>
  )
})
