import { useEffect, useState } from 'react'
import { type DeviceDisplay, useDeviceProgress } from '../../../../shared/devices/device-display.ts'
import { useDeviceDisplay } from '../../../../shared/devices/use-device-display.ts'
import { useMinute } from '../../../../shared/platform/app/clock.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Carousel } from '../../../../shared/ui/picture/carousel'
import { PhoneFrame } from '../../../../shared/ui/picture/phone-frame.tsx'
import { coverUrl, type DeviceList } from '../api/devices.ts'
import { useFreshPages } from '../api/fresh-pages.ts'
import type { HomeDevice } from '../api/home-device.ts'
import { useEnter } from '../api/use-enter.ts'
import { useFreshCovers } from '../api/use-fresh-covers.ts'
import { homeView, useHomeView } from '../home-view.ts'
import { DeviceSummary } from './device-summary.tsx'
import { MainButton } from './main-button.tsx'
import styles from './single-view.module.css'
import { ToolBar } from './tool-bar.tsx'

/** Distance to the last loaded device at which the next page is fetched. */
const AHEAD = 3

interface SlideProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
  readonly isCurrent: boolean
}

/** Phone of the carousel. A tap enters the middle one, and moves another one to the middle. */
function Slide({ device, display, isCurrent }: SlideProps) {
  const [colour, setColour] = useState<string>()
  const percent = useDeviceProgress((progress) => progress.get(device.deviceId))
  const enter = useEnter()
  return (
    <Tap
      className={styles.phone}
      label={isCurrent ? `${device.name}，${display.word}` : `看「${device.name}」`}
      onTap={() => (isCurrent ? enter(device) : homeView.setCurrent(device.deviceId))}
    >
      <PhoneFrame
        src={coverUrl(device)}
        tone={display.tone}
        work={display.isBusy ? { text: display.word, percent } : undefined}
        glow={isCurrent ? colour : undefined}
        onColour={setColour}
      />
    </Tap>
  )
}

interface SingleViewProps {
  readonly list: DeviceList
}

/** One large device at a time, with its frequent actions. */
export function SingleView({ list }: SingleViewProps) {
  const { rows, loadMore } = list
  const nowMs = useMinute()
  const currentId = useHomeView((state) => state.currentId)
  const displayOf = useDeviceDisplay()
  const found = rows.findIndex(({ deviceId }) => deviceId === currentId)
  const index = Math.max(0, found)
  const current = rows[index]
  const display = current && displayOf(current, nowMs)

  useFreshCovers(current ? [current.deviceId] : [], display?.isBusy ?? false)
  useFreshPages(list, index - AHEAD, index + AHEAD)
  useEffect(() => {
    if (index >= rows.length - AHEAD) loadMore()
  })

  if (!current || !display) return null
  const slideAt = (position: number) => {
    const device = rows[position] ?? current
    const content = <Slide device={device} display={displayOf(device, nowMs)} isCurrent={position === index} />
    return { key: device.deviceId, content }
  }
  return (
    <Box className={styles.view}>
      <Box className={styles.stage}>
        <Carousel
          label="我的云手机"
          index={index}
          onChange={(next) => {
            const device = rows[next]
            if (device) homeView.setCurrent(device.deviceId)
          }}
          count={rows.length}
          slideAt={slideAt}
        />
        <Box className={styles.enter}>
          <MainButton key={current.deviceId} device={current} display={display} />
        </Box>
      </Box>
      <Box className={styles.side}>
        <DeviceSummary device={current} display={display} />
        <ToolBar device={current} display={display} />
      </Box>
    </Box>
  )
}
