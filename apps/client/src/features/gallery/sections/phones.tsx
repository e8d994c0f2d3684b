import { useState } from 'react'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Carousel } from '../../../shared/ui/picture/carousel'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import { PhoneFrame } from '../../../shared/ui/picture/phone-frame.tsx'
import { SAMPLE_HUE, sampleCover } from '../samples/sample-uploads.ts'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'
import styles from './phones.module.css'

const work = { text: '备份中 62%', percent: 62 }
const tones = ['run', 'soon', 'dead', 'off', 'back'] as const

const slideTones = ['run', 'soon', 'dead'] as const

const slideAt = (position: number) => {
  const tone = slideTones[position] ?? 'run'
  const content = (
    <Tap className={styles.slide} label={tone}>
      <PhoneFrame src={sampleCover} tone={tone} />
    </Tap>
  )
  return { key: tone, content }
}

function Row() {
  const [index, setIndex] = useState(1)
  return (
    <Box className={styles.carousel}>
      <Carousel label="手机" index={index} onChange={setIndex} count={slideTones.length} slideAt={slideAt} />
    </Box>
  )
}

function Content() {
  return (
    <>
      <Specimen title="frame with its glow">
        <Box className={styles.hero}>
          <PhoneFrame src={sampleCover} tone="run" glow={SAMPLE_HUE} />
        </Box>
      </Specimen>
      <Specimen title="covers: runs, ends soon, has ended, offline, being backed up, none yet">
        <Box className={styles.grid}>
          {tones.map((tone) => (
            <Box key={tone} className={styles.small}>
              <PhoneFrame src={sampleCover} tone={tone} work={work} />
            </Box>
          ))}
          <Box className={styles.small}>
            <PhoneFrame tone="run" />
          </Box>
        </Box>
      </Specimen>
      <Specimen title="one in the middle, and the edges of its neighbours" isWide>
        <Row />
      </Specimen>
      <Specimen title="covers without a frame: in a grid, in a row">
        <Box className={styles.grid}>
          {tones.map((tone) => (
            <Box key={tone} className={styles.card}>
              <DeviceCover src={sampleCover} tone={tone} work={work} />
            </Box>
          ))}
          <Box className={styles.thumbnail}>
            <DeviceCover src={sampleCover} tone="run" />
          </Box>
        </Box>
      </Specimen>
    </>
  )
}

export const phonesSection: GallerySection = { id: 'phones', title: '手机外框', Content }
