import { Swiper, SwiperItem } from '@tarojs/components'
import { windowWidthPx } from '../../platform/page/chrome.weapp.ts'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { type CarouselProps, NEAR_SLIDES } from './carousel.h5.tsx'
import styles from './carousel.module.css'

/** As the browser's: a slide is half the screen and 44 px more, so that 26 px of each neighbour are seen. */
const MARGIN_PX = Math.round(windowWidthPx() / 4 - 22)

export function Carousel({ index, onChange, count, slideAt }: CarouselProps) {
  return (
    <Swiper
      className={styles.swiper}
      current={index}
      previousMargin={`${MARGIN_PX}px`}
      nextMargin={`${MARGIN_PX}px`}
      onChange={({ detail }) => onChange(detail.current)}
    >
      {Array.from({ length: count }, (_, position) => {
        if (Math.abs(position - index) > NEAR_SLIDES) return <SwiperItem key={position} />
        const { content } = slideAt(position)
        return (
          <SwiperItem key={position}>
            <Box className={classes(styles.slide, position !== index && styles.aside)}>{content}</Box>
          </SwiperItem>
        )
      })}
    </Swiper>
  )
}
