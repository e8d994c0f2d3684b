import { type Box, meets, type Span } from '../draw/box.ts'
import { accentOf, Colour, hashOf } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import { type Line, wrap } from '../draw/lines.ts'
import { measureText, type Pen } from '../draw/pen.ts'

/** A page made up from nothing but its address: always the same for the same one. */

const MARGIN_DP = 20
const HERO_DP = 168
const CARD_DP = 96
const TEXT_SIZE_DP = 16
const LINE_DP = 27

interface Paragraph {
  text: string
  lines: readonly Line[]
  y: number
}

interface Link {
  box: Box
  url: string
  title: string
  note: string
}

export interface Page {
  host: string
  title: string
  accent: string
  width: number
  height: number
  paragraphs: readonly Paragraph[]
  links: readonly Link[]
}

const TOPICS: readonly [string, string][] = [
  ['最新动态', 'Latest news'],
  ['热门推荐', 'Popular now'],
  ['使用指南', 'How to use it'],
  ['常见问题', 'Questions'],
  ['联系我们', 'Contact'],
  ['关于本站', 'About this site'],
]

export function layOutPage(url: string, width: number): Page {
  const { host, title } = readUrl(url)
  const texts = [
    localise(
      `这里是 ${host}。页面由手机自己绘制，不会访问网络，因此总能立即打开，也不会泄露你的访问记录。`,
      `This is ${host}. The phone draws the page itself and never goes to the network, so it opens at once.`,
    ),
    url,
    localise(
      '向上滑动可以继续阅读，双指可以放大。点按下面的条目会打开它的页面，用返回键可以回到这里。',
      'Scroll to read on, pinch to zoom. A tap on an entry opens its page, and the back key returns here.',
    ),
  ]
  let y = HERO_DP + 18
  const paragraphs = texts.map((text) => {
    const lines = wrap(text, width - 2 * MARGIN_DP, (part) => measureText(part, { sizeDp: TEXT_SIZE_DP }))
    const paragraph = { text, lines, y }
    y += lines.length * LINE_DP + 14
    return paragraph
  })
  const links = TOPICS.map(([chinese, english], index) => ({
    box: { x: MARGIN_DP, y: y + index * (CARD_DP + 12), width: width - 2 * MARGIN_DP, height: CARD_DP },
    url: `${originOf(url)}/${encodeURIComponent(localise(chinese, english.toLowerCase().replaceAll(' ', '-')))}`,
    title: localise(chinese, english),
    note: localise(
      `${(hashOf(url + chinese) % 90) + 10} 篇内容 · 今日更新`,
      `${(hashOf(url + chinese) % 90) + 10} entries · today`,
    ),
  }))
  return { host, title, accent: accentOf(host), width, height: y + links.length * (CARD_DP + 12), paragraphs, links }
}

export function drawPage(pen: Pen, page: Page, rows: Span): void {
  if (meets(rows, 0, HERO_DP)) drawHero(pen, page)
  for (const { text, lines, y } of page.paragraphs) {
    lines.forEach((line, index) => {
      const top = y + index * LINE_DP
      if (!meets(rows, top, LINE_DP)) return
      const isUrl = text.includes('://')
      const colour = isUrl ? Colour.brand : Colour.inkBody
      pen.text(text.slice(line.start, line.end), MARGIN_DP, top + LINE_DP / 2, { sizeDp: TEXT_SIZE_DP, colour })
    })
  }
  for (const link of page.links) if (meets(rows, link.box.y, link.box.height)) drawLink(pen, link)
}

function drawHero(pen: Pen, { accent, host, title, width }: Page): void {
  pen.within({ x: 0, y: 0, width, height: HERO_DP }, () => {
    pen.box({ x: 0, y: 0, width, height: HERO_DP }, accent)
    pen.circle(width * 0.84, 34, 70, 'rgba(255,255,255,.16)')
    pen.circle(width * 0.66, 150, 96, 'rgba(255,255,255,.12)')
  })
  const maxWidth = width - 2 * MARGIN_DP
  pen.text(title, MARGIN_DP, 92, { sizeDp: 28, weight: 600, colour: '#FFFFFF', maxWidth })
  pen.text(host, MARGIN_DP, 128, { sizeDp: 15, colour: 'rgba(255,255,255,.9)', maxWidth })
}

function drawLink(pen: Pen, { box, title, note }: Link): void {
  pen.box(box, Colour.page, 16)
  pen.box({ x: box.x + 14, y: box.y + 14, width: 68, height: 68 }, accentOf(title), 14)
  pen.circle(box.x + 62, box.y + 36, 12, 'rgba(255,255,255,.75)')
  pen.shape(
    `M${box.x + 14} ${box.y + 74}l20-22 14 14 10-9 24 17v0a8 8 0 0 1-8 8h-52a8 8 0 0 1-8-8Z`,
    'rgba(255,255,255,.4)',
  )
  const maxWidth = box.width - 112
  pen.text(title, box.x + 98, box.y + 36, { sizeDp: 17, weight: 600, colour: Colour.ink, maxWidth })
  pen.text(note, box.x + 98, box.y + 62, { sizeDp: 13, colour: Colour.inkSoft, maxWidth })
}

function readUrl(url: string): { host: string; title: string } {
  if (!URL.canParse(url)) return { host: url, title: url }
  const parsed = new URL(url)
  const last = parsed.pathname.split('/').findLast((part) => part !== '')
  const host = parsed.host || parsed.protocol
  return { host, title: last === undefined ? host.replace(/^www\./, '') : safeDecode(last) }
}

function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null'
  return origin === 'null' ? 'https://www.yunji.example' : origin
}

/** An address as people read it. */
export const readable = (url: string): string => safeDecode(url.replace(/^https?:\/\//, ''))

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
