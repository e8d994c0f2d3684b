import type { Block, DocumentContent, Span } from '@yunji/contract/content/document'
import { createElement, Fragment, type ReactNode } from 'react'
import { client } from '../../../shared/platform/app/client'
import { openOutside } from '../../../shared/platform/outside'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Picture } from '../../../shared/ui/picture/picture'
import styles from './document-view.module.css'

type Item = Extract<Block, { kind: 'item' }>

/** Parts of a document never change places: they need no keys. */
const inOrder = <Part,>(parts: readonly Part[], drawPart: (part: Part) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(drawPart))

const drawSpan = ({ text, isStrong, isEmphasis, isCode, link }: Span): ReactNode => {
  const className = classes(
    styles.words,
    isStrong && styles.strong,
    isEmphasis && styles.emphasis,
    isCode && styles.code,
  )
  if (!link) {
    return (
      <Box as="span" className={className}>
        {text}
      </Box>
    )
  }
  const way = link.startsWith('/') ? { to: link } : { onTap: () => openOutside(link) }
  return (
    <Tap className={classes(className, styles.link)} {...way}>
      {text}
    </Tap>
  )
}

const drawItem = ({ depth, mark, spans }: Item): ReactNode => (
  <Box as="li" className={classes(styles.item, styles[`depth${Math.min(depth, 2)}`])}>
    <Box as="span" className={styles.mark} isDecoration={!mark}>
      {mark || '•'}
    </Box>
    <Box as="span" className={styles.itemWords}>
      {inOrder(spans, drawSpan)}
    </Box>
  </Box>
)

const drawCell =
  (role: 'columnheader' | 'cell') =>
  (spans: readonly Span[]): ReactNode => (
    <Box className={styles.cell} role={role}>
      {inOrder(spans, drawSpan)}
    </Box>
  )

const drawRow = (cells: readonly (readonly Span[])[]): ReactNode => (
  <Box className={styles.row} role="row">
    {inOrder(cells, drawCell('cell'))}
  </Box>
)

const drawBlock = (block: Exclude<Block, Item>): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return (
        <Box as={block.level < 3 ? 'h2' : 'h3'} className={block.level < 3 ? styles.heading : styles.subheading}>
          {inOrder(block.spans, drawSpan)}
        </Box>
      )
    case 'paragraph':
      return (
        <Box as="p" className={classes(styles.paragraph, block.isQuote && styles.quote)}>
          {inOrder(block.spans, drawSpan)}
        </Box>
      )
    case 'picture':
      return (
        <Box className={styles.picture}>
          <Picture className={styles.image} src={client.apiBase + block.src} alt={block.alt} />
        </Box>
      )
    case 'table':
      return (
        <Box className={styles.table} role="table">
          <Box className={classes(styles.row, styles.head)} role="row">
            {inOrder(block.head, drawCell('columnheader'))}
          </Box>
          {inOrder(block.rows, drawRow)}
        </Box>
      )
    case 'divider':
      return <Box className={styles.divider} isDecoration />
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

const drawPart = (part: Exclude<Block, Item> | readonly Item[]): ReactNode => {
  if ('kind' in part) return drawBlock(part)
  return (
    <Box as="ul" className={styles.list}>
      {inOrder(part, drawItem)}
    </Box>
  )
}

/** Draws the blocks of an agreement or activity: text, never markup. */
export function DocumentView({ content }: { readonly content: DocumentContent }) {
  return <Box className={styles.document}>{inOrder(grouped(content), drawPart)}</Box>
}
