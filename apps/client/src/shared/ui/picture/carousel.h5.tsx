import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import styles from './carousel.module.css'

export interface CarouselSlide {
  readonly key: string | number
  readonly content: ReactNode
}

export interface CarouselProps {
  /** Accessible name. */
  readonly label: string
  /** Index of the centred slide. */
  readonly index: number
  readonly onChange: (index: number) => void
  readonly count: number
  /** Called for slides near the centred one. */
  readonly slideAt: (position: number) => CarouselSlide
}

/** Slides on each side of the centred one that are drawn. */
export const NEAR_SLIDES = 3

const pitchOf = (track: HTMLElement) => track.querySelector<HTMLElement>(`.${styles.slide}`)?.offsetWidth || 1
const nearest = (track: HTMLElement) => Math.round(track.scrollLeft / pitchOf(track))

/** A centred slide with the edges of its neighbours; scrolling and snapping are the browser's. */
export function Carousel({ label, index, onChange, count, slideAt }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)

  useEffect(() => {
    const { current } = track
    if (!current || nearest(current) === index) return
    const behavior = wasShown.current ? 'smooth' : 'instant'
    current.scrollTo({ left: index * pitchOf(current), behavior })
    wasShown.current = true
  }, [index])

  const update = () => {
    const found = track.current ? nearest(track.current) : index
    wasShown.current = true
    if (found !== index && found >= 0 && found < count) onChange(found)
  }

  const first = Math.max(0, index - NEAR_SLIDES)
  const end = Math.min(count, index + NEAR_SLIDES + 1)
  const shown = Array.from({ length: end - first }, (_, place) => first + place)
  return (
    <section className={styles.place} aria-label={label}>
      <div ref={track} className={styles.track} onScroll={update}>
        <div className={styles.rest} style={{ width: `${first * 100}%` }} />
        {shown.map((position) => {
          const { key, content } = slideAt(position)
          return (
            <div key={key} className={classes(styles.slide, position !== index && styles.aside)}>
              {content}
            </div>
          )
        })}
        <div className={styles.rest} style={{ width: `${(count - end) * 100}%` }} />
      </div>
    </section>
  )
}
