import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import styles from './carousel.module.css'

export interface CarouselProps {
  /** Accessible name. */
  readonly label: string
  /** Index of the centred slide. */
  readonly index: number
  readonly onChange: (index: number) => void
  readonly slides: readonly { readonly key: string | number; readonly content: ReactNode }[]
}

const pitchOf = (track: HTMLElement) => (track.firstElementChild as HTMLElement | null)?.offsetWidth || 1
const nearest = (track: HTMLElement) => Math.round(track.scrollLeft / pitchOf(track))

/** A centred slide with the edges of its neighbours; scrolling and snapping are the browser's. */
export function Carousel({ label, index, onChange, slides }: CarouselProps) {
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
    if (found !== index && found >= 0 && found < slides.length) onChange(found)
  }

  return (
    <section className={styles.place} aria-label={label}>
      <div ref={track} className={styles.track} onScroll={update}>
        {slides.map(({ key, content }, position) => (
          <div key={key} className={classes(styles.slide, position !== index && styles.aside)}>
            {content}
          </div>
        ))}
      </div>
    </section>
  )
}
