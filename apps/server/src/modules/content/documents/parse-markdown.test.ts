import { documentContent } from '@yunji/contract/content/document'
import { parseAs } from '@yunji/contract/wire/call'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'

const parse = (markdown: string) => parseMarkdown(markdown, { linkHosts: ['example.com'] })
const said = (markdown: string): string => {
  try {
    parse(markdown)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const paragraph = (...spans: object[]) => ({ kind: 'paragraph', spans })

describe('markdown becomes blocks', () => {
  it('of every kind', () => {
    const content = parse(
      `# 标题\n\n一段**重点**和*强调*，\`代码\`。\n\n> 引用\n\n1. 一\n2. 二\n   - 内\n\n---\n\n![图](/goods/1-1.webp)\n\n| 甲 | 乙 |\n|---|---|\n| 1 | **2** |`,
    )
    expect(content).toEqual([
      { kind: 'heading', level: 1, spans: [{ text: '标题' }] },
      paragraph(
        { text: '一段' },
        { text: '重点', isStrong: true },
        { text: '和' },
        { text: '强调', isEmphasis: true },
        { text: '，' },
        { text: '代码', isCode: true },
        { text: '。' },
      ),
      { kind: 'paragraph', spans: [{ text: '引用' }], isQuote: true },
      { kind: 'item', depth: 0, mark: '1.', spans: [{ text: '一' }] },
      { kind: 'item', depth: 0, mark: '2.', spans: [{ text: '二' }] },
      { kind: 'item', depth: 1, mark: '', spans: [{ text: '内' }] },
      { kind: 'divider' },
      { kind: 'picture', src: '/goods/1-1.webp', alt: '图' },
      {
        kind: 'table',
        head: [[{ text: '甲' }], [{ text: '乙' }]],
        rows: [[[{ text: '1' }], [{ text: '2', isStrong: true }]]],
      },
    ])
    expect(parseAs(documentContent, content)).toEqual(content)
  })

  it.each([
    ['/pages/webView/protocol?kind=2', '/pages/webView/protocol?kind=2'],
    ['https://example.com/a', 'https://example.com/a'],
    ['http://www.example.com/', 'http://www.example.com/'],
  ])('and keeps the link %s', (href, link) => {
    expect(parse(`[看](${href})`)).toEqual([paragraph({ text: '看', link })])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'https://example.com.evil.net/',
    'https://notexample.com/',
    'https://user:word@example.com/',
    '//example.com/',
    '/pages/login/login',
    '/vmcloud/api/user/logoutUser',
    'java&#x73;cript:alert(1)',
  ])('and takes the link %s away', (href) => {
    expect(parse(`[看](${href})`)).toEqual([paragraph({ text: '看' })])
  })

  it.each(['https://evil.net/x.png', 'javascript:alert(1)', '/goods/../secret.webp', '//evil.net/goods/1.webp'])(
    'and shows the picture %s as its words',
    (src) => expect(parse(`![图](${src})`)).toEqual([paragraph({ text: '图' })]),
  )
})

describe('hostile text', () => {
  it('in HTML is text', () => {
    for (const html of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>']) {
      const content = parse(`${html}\n\n前 ${html} 后`)
      expect(content.every(({ kind }) => kind === 'paragraph')).toBe(true)
      expect(JSON.stringify(content)).toContain(JSON.stringify(html).slice(1, -1))
    }
  })

  it.each([
    ['> '.repeat(500), '第 1 行嵌套过深'],
    [`${'- '.repeat(300)}x`, '第 1 行嵌套过深'],
    [`a\n${' '.repeat(3000)}- x`, '第 2 行嵌套过深'],
    ['x'.repeat(5000), '第 1 行超过 4000 个字符，请分段'],
    ['x\n'.repeat(11_000), '正文不能超过 20000 个字符'],
    ['*'.repeat(3000), '第 1 行的标记过多'],
    ['['.repeat(3000), '第 1 行的标记过多'],
    ['- a\n  - b\n    - c\n      - d', '列表不能超过 3 层'],
    [`|${' a |'.repeat(9)}\n|${'---|'.repeat(9)}`, '表格不能超过 6 列'],
    ['x\n\n'.repeat(1001), '正文不能超过 1000 段'],
    ['\n \n', '正文没有可以显示的内容'],
  ])('beyond a limit is refused in words (%#)', (markdown, text) => expect(said(markdown)).toBe(text))

  it('within the limits is read at once', () => {
    const lines = ['*a _b '.repeat(50), '[x]('.repeat(60), 'a `'.repeat(90), '![['.repeat(60), '<a '.repeat(190)]
    for (const line of lines)
      expect(parse(`${line}\n`.repeat(Math.floor(19_000 / (line.length + 1)))).length).toBeGreaterThan(0)
  })
})
