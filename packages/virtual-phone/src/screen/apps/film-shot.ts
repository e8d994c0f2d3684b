import type { Pen } from '../draw/pen.ts'

/** Size of the film's picture; everything in it is drawn. */
export const SHOT = { width: 320, height: 180 } as const
export const FILM_SECONDS = 60

const STARS = 60
const GOLDEN = 0.618_034

/** The picture at this second: sky, stars, a moon, hills at three speeds and somebody who walks. */
export function drawFilmFrame(pen: Pen, second: number): void {
  drawSky(pen, second)
  drawHills(pen, second * 6, 96, 34, '#3A378F', 1.7)
  drawHills(pen, second * 14, 122, 24, '#26266C', 2.9)
  drawLighthouse(pen, second)
  drawHills(pen, second * 34, 152, 9, '#12133F', 4.3)
  drawWalker(pen, second)
}

function drawSky(pen: Pen, second: number): void {
  const sky = pen.gradient(
    [0, 0],
    [0, SHOT.height],
    [
      [0, '#10163A'],
      [0.55, '#2C2E78'],
      [0.85, '#6A55B8'],
      [1, '#B778C8'],
    ],
  )
  pen.box({ x: 0, y: 0, ...SHOT }, sky)
  for (let star = 0; star < STARS; star++) {
    const x = (((star * GOLDEN * SHOT.width - second * 1.5) % SHOT.width) + SHOT.width) % SHOT.width
    const y = (star * 37) % 110
    const light = 0.35 + 0.35 * Math.sin(second * 2 + star)
    pen.circle(x, y, star % 8 === 0 ? 1.1 : 0.6, `rgba(255,255,255,${light.toFixed(2)})`)
  }
  const rise = 44 - 10 * Math.sin((second / FILM_SECONDS) * Math.PI)
  pen.circle(248, rise, 26, 'rgba(255,243,214,.10)')
  pen.circle(248, rise, 15, '#FFF3D6')
  pen.circle(254, rise - 4, 13, '#232764')
}

function drawHills(pen: Pen, shift: number, base: number, height: number, colour: string, roughness: number): void {
  const { context } = pen
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(0, SHOT.height)
  for (let x = 0; x <= SHOT.width; x += 4) {
    const along = (x + shift) / 60
    const wave = Math.sin(along * roughness * 0.6) + 0.5 * Math.sin(along * roughness * 1.37 + 1)
    context.lineTo(x, base - wave * height * 0.6)
  }
  context.lineTo(SHOT.width, SHOT.height)
  context.fill()
}

function drawLighthouse(pen: Pen, second: number): void {
  const x = 300 - ((second * 9) % 420)
  const angle = second * 1.4
  const reach = 150 * Math.cos(angle)
  pen.shape(`M${x + 4} 92 L${x + 4 + reach} ${92 - 18} L${x + 4 + reach} ${92 + 18} Z`, 'rgba(255,236,180,.16)')
  pen.shape(`M${x} 142 L${x + 2} 98 H${x + 7} L${x + 9} 142 Z`, '#F4EFE6')
  pen.box({ x: x + 1, y: 112, width: 7, height: 7 }, '#E4684F')
  pen.box({ x: x + 1.5, y: 88, width: 6, height: 9 }, '#FFD36B', 2)
}

function drawWalker(pen: Pen, second: number): void {
  const step = Math.sin(second * 7)
  const y = 118 - Math.abs(step) * 2
  pen.moved(92, y, () => {
    pen.context.strokeStyle = '#2A2550'
    pen.context.lineWidth = 4
    pen.context.lineCap = 'round'
    for (const side of [step, -step]) {
      pen.context.beginPath()
      pen.context.moveTo(14, 42)
      pen.context.lineTo(14 + side * 6, 53)
      pen.context.stroke()
    }
    pen.shape('M14 17c7 0 11 6 12.5 14l3 14c-9 5-22 5-31 0l3-14C3 23 7 17 14 17Z', '#F0675F')
    pen.shape('M14 17c7 0 11 6 12.5 14l3 14c-4 2.2-8.7 3.4-13.5 3.7Z', '#C94A55')
    pen.circle(14, 10, 9.5, '#FFE3CC')
    pen.shape(
      'M4.5 11C3 1 12-2.500 18-.5c5.500 1.500 7.500 6.500 5.500 12-2.500-1-4-3.500-4.500-6-3 3.500-8.500 5.500-14.500 5.500Z',
      '#3B2B5E',
    )
    pen.shape('M6 18.500c5 3 11 3 16 0l1.500 4c-6 3.200-13 3.200-19 0Z', '#FFD36B')
  })
}
