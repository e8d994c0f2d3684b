import { ground, type Scene } from './scene.ts'

const RINGS = 13

/** Fine rings in the dark around a warm light. */
export const rings: Scene = (pen) => {
  ground(pen, [
    [0, '#0E0F16'],
    [0.6, '#1A1A26'],
    [1, '#2B2636'],
  ])
  for (let ring = 0; ring < RINGS; ring++) {
    const radius = 18 + ring * 17
    const box = { x: 90 - radius, y: 196 - radius, width: 2 * radius, height: 2 * radius }
    pen.outline(box, `rgba(240,217,168,${0.42 - ring * 0.03})`, radius, 0.6)
  }
  pen.circle(90, 196, 28, 'rgba(240,217,168,.10)')
  pen.circle(90, 196, 9, '#F0D9A8')
  pen.circle(108, 196, 2, '#F7E7C5')
  pen.circle(55, 196, 1.6, '#F7E7C5')
  pen.circle(126.5, 159.5, 1.4, '#F7E7C5')
}
