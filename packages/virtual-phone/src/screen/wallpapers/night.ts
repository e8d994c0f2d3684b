import { downwards, ground, type Scene, SHEET } from './scene.ts'

const STARS = 46

/** A crescent, a veil of light and mountains. */
export const night: Scene = (pen) => {
  ground(pen, [
    [0, '#10163A'],
    [0.5, '#2C2E78'],
    [0.78, '#6A55B8'],
    [1, '#B778C8'],
  ])
  for (let star = 0; star < STARS; star++) {
    const radius = star % 7 === 0 ? 0.9 : 0.5
    pen.circle((star * 67) % SHEET.width, 40 + ((star * 41) % 150), radius, `rgba(255,255,255,${0.3 + (star % 6) / 9})`)
  }
  const veil = pen.gradient(
    [0, 0],
    [SHEET.width, 0],
    [
      [0, 'rgba(111,240,208,0)'],
      [0.5, 'rgba(111,240,208,.34)'],
      [1, 'rgba(122,168,255,0)'],
    ],
  )
  pen.shape('M-10 158c50-40 90 20 210-36v36c-90 44-150-10-210 34Z', veil)
  pen.circle(142, 172, 28, 'rgba(255,243,214,.08)')
  pen.shape('M146 154a18 18 0 1 0 12 26 15.500 15.500 0 0 1-12-26Z', '#FFF3D6')
  pen.shape(
    'm0 250 34-46 26 30 38-62 36 52 20-22 26 34v154H0Z',
    downwards(
      pen,
      [
        [0, '#33318A'],
        [1, '#544BA6'],
      ],
      172,
      390,
    ),
  )
  pen.shape(
    'm0 300 30-30 30 24 44-44 40 40 36-22v122H0Z',
    downwards(
      pen,
      [
        [0, '#1E1F5C'],
        [1, '#2D2B74'],
      ],
      250,
      390,
    ),
  )
  pen.shape('M0 346c40-14 70-8 100-2s54 2 80-4v58H0Z', '#12133F')
}
