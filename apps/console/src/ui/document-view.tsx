import type { Block, DocumentContent, Span } from '@yunji/contract/content/document'
import { createElement, Fragment, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './document-view.module.css'
import { Card } from './states.tsx'

type Item = Extract<Block, { kind: 'item' }>

/** A page of this host, or an address of the web; the server lets no others through. */
const SAFE_LINK = /^(?:\/(?![/\\])|https?:\/\/)/

/** Parts of a document never change places: they need no keys. */
const inOrder = <Part,>(parts: readonly Part[], drawPart: (part: Part) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(drawPart))

const drawSpan = ({ text, isStrong, isEmphasis, isCode, link }: Span): ReactNode => {
  const className = classes(isStrong && styles.strong, isEmphasis && styles.emphasis, isCode && styles.code)
  return link && SAFE_LINK.test(link) ? (
    <a className={className} href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <span className={className}>{text}</span>
  )
}

const drawItem = ({ depth, mark, spans }: Item): ReactNode => (
  <li className={classes(styles.item, styles[`depth${Math.min(depth, 2)}`])}>
    <span className={styles.mark} aria-hidden={!mark}>
      {mark || '•'}
    </span>
    <span className={styles.itemText}>{inOrder(spans, drawSpan)}</span>
  </li>
)

const drawRow = (cells: readonly (readonly Span[])[]): ReactNode => (
  <tr>
    {inOrder(cells, (cell) => (
      <td>{inOrder(cell, drawSpan)}</td>
    ))}
  </tr>
)

const drawBlock = (block: Exclude<Block, Item>): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return block.level < 3 ? <h3>{inOrder(block.spans, drawSpan)}</h3> : <h4>{inOrder(block.spans, drawSpan)}</h4>
    case 'paragraph':
      return <p className={classes(block.isQuote && styles.quote)}>{inOrder(block.spans, drawSpan)}</p>
    case 'picture':
      return <img src={block.src} alt={block.alt} />
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {inOrder(block.head, (cell) => (
                <th scope="col">{inOrder(cell, drawSpan)}</th>
              ))}
            </tr>
          </thead>
          <tbody>{inOrder(block.rows, drawRow)}</tbody>
        </table>
      )
    case 'divider':
      return <hr />
  }
}

/** Neighbouring entries form one list. */
const grouped = (content: DocumentContent): (Exclude<Block, Item> | readonly Item[])[] => {
  const groups: (Exclude<Block, Item> | Item[])[] = []
  for (const block of content) {
    const last = groups.at(-1)
    if (block.kind !== 'item') groups.push(block)
    else if (Array.isArray(last)) last.push(block)
    else groups.push([block])
  }
  return groups
}

const drawPart = (part: Exclude<Block, Item> | readonly Item[]): ReactNode =>
  'kind' in part ? drawBlock(part) : <ul>{inOrder(part, drawItem)}</ul>

interface DocumentPreviewProps {
  readonly content: DocumentContent
  /** The text has changed since it was saved. */
  readonly isStale?: boolean
}

/** Blocks of an agreement or activity as customers see them: text, never markup. */
export function DocumentPreview({ content, isStale = false }: DocumentPreviewProps) {
  return (
    <Card title="用户将看到的内容" note={isStale && <span className={styles.note}>保存后更新</span>}>
      <article className={styles.document} aria-label="用户将看到的内容">
        {inOrder(grouped(content), drawPart)}
      </article>
    </Card>
  )
}
