import { type Block, DOCUMENT_LIMITS, type DocumentContent, type Span } from '@yunji/contract/content/document'
import { safeReturnPath } from '@yunji/contract/pages'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { AppError } from '../../../platform/errors.ts'

export interface DocumentRules {
  /** Hosts outside that a link may lead to; a host includes its sub-domains. */
  readonly linkHosts: readonly string[]
}

/** Pictures that this server gives out itself. */
const OWN_PICTURE = /^\/(?:goods|content)\/[\w-]{1,80}\.(?:webp|png|jpg)$/
/** Markers of quotes and lists that begin a line; the parser descends once for each. */
const MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/
const MARKER = />|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/g
const MAX_MARKERS = 6
const MAX_INDENT = 24
/** Brackets and stars in a line: pairs of them are what a Markdown parser can be slow at. */
const DELIMITERS = /[*_[\]`~<>!]/g
const MAX_DELIMITERS = 200
const MAX_INLINE_DEPTH = 8

const refuse = (text: string): never => {
  throw new AppError('BAD_INPUT', { text })
}

/** Refuses what no editor writes, before the parser sees it. */
const checkSource = (markdown: string): void => {
  const { characters, lineCharacters } = DOCUMENT_LIMITS
  if (markdown.length > characters) refuse(`正文不能超过 ${characters} 个字符`)
  for (const [index, line] of markdown.split('\n').entries()) {
    const where = `第 ${index + 1} 行`
    if (line.length > lineCharacters) refuse(`${where}超过 ${lineCharacters} 个字符，请分段`)
    const markers = MARKERS.exec(line)?.[0].match(MARKER)?.length ?? 0
    if (markers > MAX_MARKERS || (/^[ \t]*/.exec(line)?.[0].length ?? 0) > MAX_INDENT) refuse(`${where}嵌套过深`)
    if ((line.match(DELIMITERS)?.length ?? 0) > MAX_DELIMITERS) refuse(`${where}的标记过多`)
  }
}

/**
 * Turns Markdown into the closed set of blocks that clients draw. HTML stays the text that it is; a link that is not
 * allowed keeps its words, a foreign picture its description. Texts beyond the limits are refused.
 */
export const parseMarkdown = (source: string, rules: DocumentRules): DocumentContent => {
  const markdown = source.replaceAll('\r\n', '\n')
  checkSource(markdown)
  const blocks = lexer(markdown).flatMap((token) => blocksOf(token, rules))
  if (blocks.length === 0) refuse('正文没有可以显示的内容')
  if (blocks.length > DOCUMENT_LIMITS.blocks) refuse(`正文不能超过 ${DOCUMENT_LIMITS.blocks} 段`)
  return blocks
}

const text = (value: string): Span[] => (value.trim() ? [{ text: value.trim() }] : [])

const paragraphOf = (spans: Span[]): Block[] => (spans.length > 0 ? [{ kind: 'paragraph', spans }] : [])

const headingLevel = (depth: number) => (depth === 1 || depth === 2 || depth === 3 ? depth : 4)

const blocksOf = (given: Token, rules: DocumentRules): Block[] => {
  const token = given as MarkedToken
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: headingLevel(token.depth), spans: spansOf(token.tokens, rules) }]
    case 'paragraph':
    case 'text':
      return paragraphBlocks(token.tokens ?? [], token.text, rules)
    case 'list':
      return itemsOf(token, 0, rules)
    case 'blockquote':
      return token.tokens
        .flatMap((each) => blocksOf(each, rules))
        .map((block) => (block.kind === 'paragraph' ? { ...block, isQuote: true as const } : block))
    case 'table':
      return [tableOf(token, rules)]
    case 'hr':
      return [{ kind: 'divider' }]
    case 'code':
      return paragraphOf(text(token.text).map((span) => ({ ...span, isCode: true as const })))
    case 'space':
    case 'def':
      return []
    default:
      return paragraphOf(text(token.raw))
  }
}

/** A picture ends the paragraph before it: it has a place of its own. */
const paragraphBlocks = (tokens: readonly Token[], plain: string, rules: DocumentRules): Block[] => {
  if (tokens.length === 0) return paragraphOf(text(plain))
  const blocks: Block[] = []
  let rest: Token[] = []
  const flush = () => {
    blocks.push(...paragraphOf(spansOf(rest, rules)))
    rest = []
  }
  for (const token of tokens) {
    const picture = token.type === 'image' ? (token as Tokens.Image) : undefined
    if (!picture || !OWN_PICTURE.test(picture.href)) {
      rest.push(token)
      continue
    }
    flush()
    blocks.push({ kind: 'picture', src: picture.href, alt: picture.text })
  }
  flush()
  return blocks
}

const itemsOf = (list: Tokens.List, depth: number, rules: DocumentRules): Block[] => {
  if (depth >= DOCUMENT_LIMITS.listDepth) refuse(`列表不能超过 ${DOCUMENT_LIMITS.listDepth} 层`)
  const start = list.ordered ? Number(list.start) || 1 : 0
  return list.items.flatMap((item, index) => {
    const inner = item.tokens.flatMap((token) =>
      token.type === 'list' ? itemsOf(token as Tokens.List, depth + 1, rules) : blocksOf(token, rules),
    )
    const [first, ...others] = inner
    const mark = list.ordered ? `${start + index}.` : ''
    const spans = first?.kind === 'paragraph' ? first.spans : []
    const rest = first?.kind === 'paragraph' ? others : inner
    return [{ kind: 'item' as const, depth, mark, spans }, ...rest]
  })
}

const tableOf = (table: Tokens.Table, rules: DocumentRules): Block => {
  const { tableColumns, tableRows } = DOCUMENT_LIMITS
  if (table.header.length > tableColumns) refuse(`表格不能超过 ${tableColumns} 列`)
  if (table.rows.length > tableRows) refuse(`表格不能超过 ${tableRows} 行`)
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => spansOf(cell.tokens, rules))
  return { kind: 'table', head: cells(table.header), rows: table.rows.map(cells) }
}

type Style = Omit<Span, 'text'>

const spansOf = (tokens: readonly Token[], rules: DocumentRules): Span[] => merge(flatten(tokens, {}, rules, 0))

const flatten = (tokens: readonly Token[], style: Style, rules: DocumentRules, depth: number): Span[] =>
  tokens.flatMap((given) => {
    const token = given as MarkedToken
    if (depth > MAX_INLINE_DEPTH) return [{ text: token.raw, ...style }]
    const inside = (more: Style) => flatten('tokens' in token ? (token.tokens ?? []) : [], more, rules, depth + 1)
    switch (token.type) {
      case 'strong':
        return inside({ ...style, isStrong: true })
      case 'em':
        return inside({ ...style, isEmphasis: true })
      case 'codespan':
        return [{ text: token.text, ...style, isCode: true as const }]
      case 'del':
        return inside(style)
      case 'link': {
        const link = allowedLink(token.href, rules)
        return inside(link ? { ...style, link } : style)
      }
      case 'image':
        return [{ text: token.text, ...style }]
      case 'br':
        return [{ text: '\n', ...style }]
      case 'text':
        return token.tokens ? inside(style) : [{ text: token.text, ...style }]
      case 'escape':
        return [{ text: token.text, ...style }]
      default:
        return [{ text: token.raw, ...style }]
    }
  })

const isSameStyle = (one: Span, other: Span): boolean =>
  one.isStrong === other.isStrong &&
  one.isEmphasis === other.isEmphasis &&
  one.isCode === other.isCode &&
  one.link === other.link

const merge = (spans: readonly Span[]): Span[] => {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && isSameStyle(last, span)) merged[merged.length - 1] = { ...last, text: last.text + span.text }
    else if (span.text) merged.push(span)
  }
  return merged
}

/** A page of ours, or an https address on the list; undefined for anything else. */
const allowedLink = (href: string, { linkHosts }: DocumentRules): string | undefined => {
  const own = safeReturnPath(href)
  if (own) return own
  const url = URL.parse(href)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined
  const isListed = linkHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isListed ? url.href : undefined
}
