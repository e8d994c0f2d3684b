import type { Block, DocumentContent, Span } from '@yunji/contract/content/document'
import type { OperatorFacts } from '../../configuration/configure/index.ts'

/** Words in place of a setting that is missing; none of them states a fact. */
const fallbacks: Readonly<Record<keyof OperatorFacts, string>> = {
  operatorName: '云机服务的运营者',
  contact: '“我的—联系客服”',
  address: '以运营者公示的信息为准',
}

const PLACEHOLDER = /\{\{(operatorName|contact|address)\}\}/g

/** Settings are filled in when a text is read: a setting that comes later needs no new version. */
export const fillPlaceholders = (content: DocumentContent, facts: OperatorFacts): DocumentContent => {
  const filled = (span: Span): Span => ({
    ...span,
    text: span.text.replace(PLACEHOLDER, (_all, name: keyof OperatorFacts) => facts[name] || fallbacks[name]),
  })
  return content.map((block): Block => {
    switch (block.kind) {
      case 'table':
        return {
          ...block,
          head: block.head.map((cell) => cell.map(filled)),
          rows: block.rows.map((row) => row.map((cell) => cell.map(filled))),
        }
      case 'picture':
      case 'divider':
        return block
      default:
        return { ...block, spans: block.spans.map(filled) }
    }
  })
}
