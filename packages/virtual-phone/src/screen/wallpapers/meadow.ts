import { downwards, ground, type Scene } from './scene.ts'

/** A house on a green hill under clouds. */
export const meadow: Scene = (pen) => {
  ground(pen, [
    [0, '#6CC4FA'],
    [0.55, '#CDF0FF'],
    [1, '#F4FFE9'],
  ])
  pen.shape('M16 184a12 12 0 0 1 22-6 9 9 0 0 1 13 9H22Z', 'rgba(255,255,255,.9)')
  pen.shape('M120 178a10 10 0 0 1 19-4 8 8 0 0 1 12 8h-31Z', 'rgba(255,255,255,.8)')
  pen.shape(
    'M0 224c44-30 76-20 108-6s46 8 72-8v190H0Z',
    downwards(
      pen,
      [
        [0, '#A8E07C'],
        [1, '#7CC95D'],
      ],
      204,
      390,
    ),
  )
  pen.moved(112, 186, () => {
    pen.shape('M0 18 22 0l22 18v26H0Z', '#FFF3E1')
    pen.shape('M-8 21 22-4l30 25-4 5L22 4-4 26Z', '#E4684F')
    pen.box({ x: 16, y: 24, width: 12, height: 20 }, '#B9795A', 2)
  })
  pen.shape(
    'M0 276c52-26 84-10 112 2s42 6 68-8v130H0Z',
    downwards(
      pen,
      [
        [0, '#7CCB58'],
        [1, '#55AE45'],
      ],
      262,
      390,
    ),
  )
  pen.shape(
    'M0 330c44-18 80-8 108 0s48 6 72-4v70H0Z',
    downwards(
      pen,
      [
        [0, '#57AF4C'],
        [1, '#3E9440'],
      ],
      318,
      390,
    ),
  )
}
