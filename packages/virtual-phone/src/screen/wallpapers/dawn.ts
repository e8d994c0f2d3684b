import { downwards, ground, type Scene } from './scene.ts'

/** Morning light over blue hills. */
export const dawn: Scene = (pen) => {
  ground(pen, [
    [0, '#7FA9FB'],
    [0.42, '#C4D2FF'],
    [0.64, '#FFE0D2'],
    [1, '#FFD2BE'],
  ])
  pen.circle(136, 188, 38, 'rgba(255,246,236,.32)')
  pen.circle(136, 188, 23, '#FFF6EC')
  pen.shape(
    'M0 222c30-30 52-34 82-8s60 18 98-16v198H0Z',
    downwards(
      pen,
      [
        [0, '#7C9CF0'],
        [1, '#9DB4F4'],
      ],
      196,
      390,
    ),
  )
  pen.shape(
    'M0 268c36-28 62-22 92-2s54 20 88-6v136H0Z',
    downwards(
      pen,
      [
        [0, '#4B72DE'],
        [1, '#6D8CEA'],
      ],
      244,
      390,
    ),
  )
  pen.shape(
    'M0 322c40-24 70-14 100 0s52 12 80-2v74H0Z',
    downwards(
      pen,
      [
        [0, '#2C4FB8'],
        [1, '#3B61CE'],
      ],
      308,
      390,
    ),
  )
}
